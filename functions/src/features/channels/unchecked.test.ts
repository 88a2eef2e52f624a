import { expect, it } from "vitest";
import type { CreateChannel, CreatedChannel } from "../../contract/channels/channels.js";
import { uncheckedText } from "../../contract/run-summary.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { dayMs } from "../../common/time.js";
import { runThatChanged } from "../../testing/changed-run.js";
import { routeBody } from "../../testing/foreign-calls.js";
import { deliver } from "../../testing/run-world.js";
import { testApp, type TestApp } from "../../testing/test-app.js";
import type { RunRecord } from "../runs/run-record.js";
import { planDeliveries } from "./plan-deliveries.js";

const workspaceId = "ada" as WorkspaceId;
const channels: CreateChannel[] = [
  { kind: "webhook", name: "Hook", url: "https://hook.example.com/in" },
  { kind: "slack", name: "Alerts", botToken: "xoxb-secret", channel: "#alerts" },
  { kind: "teams", name: "Data", url: "https://teams.example.com/in" },
];

const partial = { tooLargeEvents: ["Page\nViewed"], areSegmentsMissing: true, failed: 1 };
const whole = { tooLargeEvents: [], areSegmentsMissing: false, failed: 0 };
const said = uncheckedText({ ...partial, tooLargeEvents: ["Page Viewed"], summary: partial });

/** Plans the messages about a run that left some of this out. */
async function planRun(app: TestApp, id: string, { failed, ...plan }: typeof partial, setupId = "s1") {
  const run = await runThatChanged(app, id, { [`Checkout ${id}`]: { kind: "opened" } });
  const left = { ...run, setupId, plan, summary: { ...run.summary!, failed } } as unknown as RunRecord;
  left.setup = { ...run.setup, name: `Checks of ${setupId}` };
  await planDeliveries(app, workspaceId, left);
}

async function worldWith(timing: object): Promise<TestApp> {
  const app = testApp();
  app.outbound.answer = () => ({ body: JSON.stringify({ ok: true, channel: "C1", ts: "1.1" }) });
  for (const channel of channels) {
    const { body } = await app.as("ada").post("/api/v1/channels").send(channel).expect(201);
    const route = { ...routeBody((body as CreatedChannel).id), ...timing };
    await app.as("ada").post("/api/v1/routes").send(route).expect(201);
  }
  return app;
}

/** All texts of the messages sent so far. */
const sent = (app: TestApp): string[] =>
  app.outbound.sent.map(({ body }) => {
    const texts: string[] = [];
    JSON.parse(body!, (_, value: unknown) => (typeof value === "string" ? texts.push(value) : 0, value));
    return texts.join("\n");
  });

it("says in every channel what a run couldn't check, as its report does", async () => {
  const app = await worldWith({});
  await planRun(app, "r1", partial);
  await deliver(app);
  expect(sent(app)).toHaveLength(channels.length);
  for (const message of sent(app)) expect(message).toContain(said);
  await planRun(app, "r2", whole);
  await deliver(app);
  expect(sent(app)).toHaveLength(2 * channels.length);
  for (const message of sent(app).slice(channels.length)) expect(message).not.toMatch(/segment|failed|read/);
});

it("says it in a digest once per setup, and no longer after a run that checked everything", async () => {
  const app = await worldWith({ timing: { kind: "daily", hour: 9 } });
  await planRun(app, "r1", partial, "s1");
  await planRun(app, "r2", partial, "s2");
  await planRun(app, "r3", whole, "s1");
  app.clock.advance(2 * dayMs);
  await deliver(app);
  expect(sent(app)).toHaveLength(channels.length);
  for (const message of sent(app)) {
    expect(message).toContain(`Checks of s2: ${said}`);
    expect(message).not.toContain("Checks of s1:");
  }
});
