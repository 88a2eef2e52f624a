import { describe, expect, it } from "vitest";
import type { CreateChannel, CreatedChannel, Delivery } from "../../contract/channels/channels.js";
import type { IncidentAction } from "../../contract/incidents.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { secondMs } from "../../common/time.js";
import { routeBody } from "../../testing/foreign-calls.js";
import { killedAt } from "../../testing/killed-at.js";
import { MemorySlack } from "../../testing/memory/channels/memory-slack.js";
import { deliver, passMinutes } from "../../testing/run-world.js";
import { incidentRecord } from "../../testing/suites/repository-suite.js";
import { testApp, type TestApp } from "../../testing/test-app.js";
import type { RunRecord } from "../runs/run-record.js";
import { planDeliveries } from "./plan-deliveries.js";

const workspaceId = "ada" as WorkspaceId;
const slack = { kind: "slack", name: "Alerts", botToken: "xoxb-secret", channel: "C1" } as const;
const hook = { kind: "webhook", name: "Catalog", url: "https://hooks.example.com/in" } as const;

/** Plans the deliveries of a run that opens incidents with these ids. */
async function runOpens(app: TestApp, runId: string, ids: readonly string[]): Promise<void> {
  const at = app.clock.now().toISOString();
  for (const id of ids)
    await app.incidents.change(workspaceId, id, () => ({
      incident: incidentRecord(id, "c1", { entity: id }),
      entries: [{ at, actor: null, kind: "opened", text: `${id} fell.`, runId }],
    }));
  const connection = { id: "c1", projectId: "1000001", projectName: "Demo Shop" };
  const summary = { findings: { alerts: 0, warnings: 0 } };
  const setup = { name: "Daily checks", connection };
  const run = { id: runId, setupId: "s1", summary, setup } as unknown as RunRecord;
  await planDeliveries(app, workspaceId, run);
}

async function addChannel(app: TestApp, input: CreateChannel): Promise<string> {
  const { body } = await app.as("ada").post("/api/v1/channels").send(input).expect(201);
  const { id } = body as CreatedChannel;
  await app.as("ada").post("/api/v1/routes").send(routeBody(id)).expect(201);
  return id;
}

async function start() {
  const app = testApp();
  const service = new MemorySlack();
  app.outbound.answer = (request) => (request.url === hook.url ? {} : service.answer(request));
  const channelId = await addChannel(app, slack);
  await addChannel(app, hook);
  const act = async (ids: readonly string[], action: IncidentAction) => {
    app.clock.advance(secondMs);
    await app.as("ada").post("/api/v1/incidents/actions").send({ ids, action }).expect(200);
  };
  const history = async () =>
    (await app.as("ada").get(`/api/v1/deliveries?channelId=${channelId}`).expect(200)).body as Delivery[];
  const replies = () => service.messages.filter(({ thread }) => thread).map(({ text }) => text);
  return { app, service, channelId, act, history, replies };
}

describe("what people do about an incident", () => {
  it("is posted once in its Slack thread, and in its line of the first message", async () => {
    const { app, service, act, replies, history } = await start();
    await runOpens(app, "r1", ["Checkout", "Signup"]);
    await deliver(app, { times: 2 });
    await act(["Checkout", "Signup"], { kind: "acknowledge" });
    await act(["Checkout"], { kind: "assign", uid: null });
    await act(["Checkout"], { kind: "assign", uid: "ada" });
    await act(["Checkout"], { kind: "comment", text: "Fix <https://x.example|goes out>\non Monday." });
    await act(["Checkout"], { kind: "mute", mute: { until: "recovered" } });
    await act(["Checkout"], { kind: "close", reason: "expected", annotation: { kind: "new_level" } });
    // Nothing changes, so nothing is posted.
    await act(["Signup"], { kind: "acknowledge" });
    await deliver(app, { times: 2 });
    await passMinutes(app, 5);
    expect(replies()).toEqual([
      "ada acknowledged it and assigned it to themselves",
      "ada acknowledged it and assigned it to themselves",
      "ada unassigned themselves",
      "ada assigned it to themselves",
      "ada commented",
      "ada muted it until it recovers",
      "ada closed it as expected and changed later runs: the new level is accepted",
    ]);
    const [first, ...others] = service.messages;
    expect(others.every(({ thread }) => thread === first!.ts)).toBe(true);
    expect(first!.blocks).toMatch(/_ada closed it as expected/);
    expect(first!.blocks).toMatch(
      /_ada acknowledged it and assigned it to themselves · \w+ \d+, 2026, .+ UTC_/,
    );
    expect(others[4]!.blocks).toContain("> Fix &lt;https://x.example|goes out&gt;\\n> on Monday.");
    const titles = (await history()).map(({ title }) => title);
    expect(titles).toContain("ada acknowledged it and assigned it to themselves (2 incidents)");
    expect(titles).toContain("ada muted it until it recovers: Checkout Started down 60% since Nov 16");
    // The webhook only gets messages about runs.
    expect(app.outbound.sent.filter(({ url }) => url === hook.url)).toHaveLength(1);
  });

  it("shows in its timeline where it was reported, once per message, before what people did", async () => {
    const { app, service, act } = await start();
    service.fails = "not_in_channel";
    await runOpens(app, "r1", ["Checkout"]);
    await deliver(app);
    await passMinutes(app, 10);
    service.fails = null;
    await passMinutes(app, 90);
    await act(["Checkout"], { kind: "acknowledge" });
    await passMinutes(app, 5);
    const timeline = await app.incidents.timeline(workspaceId, "Checkout");
    expect(timeline.map(({ kind, text }) => (kind === "sent" ? text : kind))).toEqual([
      "opened",
      // The webhook works all the time.
      expect.any(String),
      "Alerts",
      "acknowledged",
      "assigned",
    ]);
  });

  it("is sent once, even if recording it fails afterward", async () => {
    const app = testApp();
    app.outbound.answer = () => ({});
    await addChannel(app, hook);
    await runOpens(app, "r1", ["Checkout"]);
    const change = () => Promise.reject(new Error("The database does not answer."));
    const failing = { ...app, channels: { ...app.channels, change } };
    await deliver(app, { using: failing }).catch(() => undefined);
    await passMinutes(app, 90);
    expect(app.outbound.sent.filter(({ url }) => url === hook.url)).toHaveLength(1);
  });

  it("is only posted where the incident was reported", async () => {
    const { app, act, replies, history } = await start();
    const incident = incidentRecord("Quiet", "c1");
    await app.incidents.change(workspaceId, "Quiet", () => ({ incident, entries: [] }));
    await act(["Quiet"], { kind: "acknowledge" });
    await passMinutes(app, 5);
    expect([replies(), await history()]).toEqual([[], []]);
  });

  it("waits for the message that reports the incident", async () => {
    const { app, service, act, replies } = await start();
    service.fails = "not_in_channel";
    await runOpens(app, "r1", ["Checkout"]);
    await deliver(app);
    await act(["Checkout"], { kind: "acknowledge" });
    await passMinutes(app, 10);
    service.fails = null;
    await passMinutes(app, 90);
    expect(service.messages).toHaveLength(2);
    expect(replies()).toEqual(["ada acknowledged it and assigned it to themselves"]);
  });

  it("is posted once, wherever a worker dies", async () => {
    // Count a delivery's repository calls, to die before each one.
    for (let dieAt = 1; dieAt <= 14; dieAt++) {
      const { app, service, act, replies } = await start();
      await runOpens(app, "r1", ["Checkout", "Signup"]);
      await deliver(app);
      await act(["Checkout", "Signup"], { kind: "acknowledge" });
      const channels = killedAt(app.channels, dieAt);
      await deliver(app, { using: { ...app, channels } }).catch(() => undefined);
      await passMinutes(app, 30);
      expect(replies()).toEqual([
        "ada acknowledged it and assigned it to themselves",
        "ada acknowledged it and assigned it to themselves",
      ]);
      expect(
        service.messages[0]!.blocks.match(/_ada acknowledged it and assigned it to themselves · /g),
      ).toHaveLength(2);
    }
  });
});

describe("a channel that is off", () => {
  it("gets nothing but tests, and what waited for it is not sent later", async () => {
    const { app, channelId, act, history, service } = await start();
    const turn = (isOn: boolean) =>
      app.as("ada").patch(`/api/v1/channels/${channelId}`).send({ isOn }).expect(200);
    await runOpens(app, "r1", ["Checkout"]);
    expect((await turn(false)).body).toMatchObject({ id: channelId, isOn: false });
    await deliver(app);
    await runOpens(app, "r2", ["Signup"]);
    await act(["Checkout"], { kind: "acknowledge" });
    await passMinutes(app, 5);
    expect(service.messages).toEqual([]);
    expect(await history()).toMatchObject([{ status: "failed", answer: "The channel is off." }]);
    await app.as("ada").post(`/api/v1/channels/${channelId}/test`).expect(200);
    expect(service.messages.map(({ text }) => text)).toEqual(["This is a test from Plumbline."]);

    await turn(true);
    await runOpens(app, "r3", ["Search"]);
    await passMinutes(app, 5);
    expect(service.messages.map(({ text }) => text)).toEqual([
      "This is a test from Plumbline.",
      "1 new in Demo Shop",
    ]);
    const actions = app.db.all<{ action: string }>(workspaceId, "audit").map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["channel.switched-off", "channel.switched-on"]));
  });
});
