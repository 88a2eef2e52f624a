import { expect, it } from "vitest";
import type { CreatedChannel, Delivery } from "../../contract/channels/channels.js";
import type { RouteInput } from "../../contract/channels/routes.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { minuteMs } from "../../common/time.js";
import { plan } from "../../testing/changed-run.js";
import { channelSamples } from "../../testing/channel-samples.js";
import { routeBody } from "../../testing/foreign-calls.js";
import { killedAt } from "../../testing/killed-at.js";
import { MemoryGithub } from "../../testing/memory/channels/memory-github.js";
import { deliver, passMinutes } from "../../testing/run-world.js";
import { testApp, type TestApp } from "../../testing/test-app.js";

const ada = "ada" as WorkspaceId;

async function start(route: Partial<RouteInput> = {}) {
  const app = testApp();
  const service = new MemoryGithub();
  app.outbound.answer = service.answer;
  const { body } = await app.as("ada").post("/api/v1/channels").send(channelSamples.github[0]).expect(201);
  const { id } = body as CreatedChannel;
  await app
    .as("ada")
    .post("/api/v1/routes")
    .send({ ...routeBody(id), ...route })
    .expect(201);
  return { app, service, id };
}
const close = (app: TestApp) =>
  app
    .as("ada")
    .post("/api/v1/incidents/actions")
    .send({ ids: ["Checkout"], action: { kind: "close", reason: "fixed" } });

it("opens one issue per incident, comments on changes, closes it with the incident and reopens it", async () => {
  const { app, service } = await start();
  await plan(app, "r1", { Checkout: { kind: "opened" }, Search: { kind: "opened" } });
  await deliver(app);
  expect(service.issues.map(({ title, state }) => [title, state])).toEqual([
    ["Checkout −60% since Nov 16", "open"],
    ["Search −60% since Nov 16", "open"],
  ]);
  expect(service.issues[0]!.body).toMatch(
    /\*\*New\*\*[^]*\/incidents\/Checkout\)[^]*<!-- plumbline Checkout -->/,
  );
  const { body: incident } = await app.as("ada").get("/api/v1/incidents/Checkout").expect(200);
  expect(incident.timeline.at(-1)).toMatchObject({
    kind: "sent",
    url: "https://github.com/acme/tracking/issues/1",
  });

  for (const [runId, kind] of [
    ["r2", "escalated"],
    ["r3", "recovered"],
    ["r4", "regressed"],
  ] as const) {
    app.clock.advance(minuteMs);
    await plan(app, runId, { Checkout: { kind } });
    await deliver(app);
    expect(service.issues[0]!.state).toBe(kind === "recovered" ? "closed" : "open");
  }
  expect(service.issues).toHaveLength(2);
  expect(service.issues[0]!.comments.map((text) => /\*\*(.+)\*\*/.exec(text)![1])).toEqual([
    "Worse",
    "Recovered",
    "Back again",
  ]);
});

it("neither loses nor repeats an issue or comment, wherever a worker dies", async () => {
  for (let dieAt = 1; dieAt < 14; dieAt++) {
    const { app, service } = await start();
    for (const [runId, kind] of [
      ["r1", "opened"],
      ["r2", "recovered"],
    ] as const) {
      await plan(app, runId, { Checkout: { kind } });
      const channels = killedAt(app.channels, dieAt);
      await deliver(app, { using: { ...app, channels } }).catch(() => undefined);
      await passMinutes(app, 20);
    }
    expect(service.issues).toMatchObject([{ state: "closed", comments: [expect.any(String)] }]);
  }
});

it("opens another issue for an incident that gets worse after its issue was deleted", async () => {
  const { app, service } = await start();
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  await deliver(app);
  service.issues[0]!.isDeleted = true;
  await plan(app, "r2", { Checkout: { kind: "recovered" } });
  await deliver(app);
  expect(service.issues).toHaveLength(1);
  await plan(app, "r3", { Checkout: { kind: "regressed" } });
  await deliver(app);
  await plan(app, "r4", { Checkout: { kind: "escalated" } });
  await deliver(app);
  expect(service.issues.slice(1)).toMatchObject([{ state: "open", comments: [expect.any(String)] }]);
});

it.each([
  ["all", "closed", 1],
  ["worse", "open", 0],
] as const)(
  "a route with %s changes leaves the issue of an incident that a person closes %s",
  async (changes, state, comments) => {
    const { app, service } = await start({ changes });
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    await deliver(app);
    await close(app).expect(200);
    await deliver(app);
    expect(service.issues[0]).toMatchObject({ state });
    expect(service.issues[0]!.comments).toHaveLength(comments);
  },
);

it("shows names from Mixpanel as they are: no mentions, links or HTML", async () => {
  const { app, service } = await start();
  await plan(app, "r1", { "@everyone <img src=x> [a](https://evil.example) #1": { kind: "opened" } });
  await deliver(app);
  const text = service.issues[0]!.body.split("[Open in Plumbline]")[0]!;
  expect(text).not.toMatch(/@everyone|(?<!\\)<img|(?<!\\)\[a|https:\/\/evil|#1/);
});

it("says that checks could not run in an issue, and a test only checks the access", async () => {
  const { app, service, id } = await start();
  const test = async (): Promise<Delivery> =>
    (await app.as("ada").post(`/api/v1/channels/${id}/test`).expect(200)).body as Delivery;
  expect(await test()).toMatchObject({ status: "delivered", answer: "Connected to acme/tracking" });
  app.outbound.answer = () => ({ status: 404 });
  expect(await test()).toMatchObject({
    status: "failed",
    answer: "acme/tracking wasn't found, or the token has no access to it.",
  });
  expect(service.issues).toEqual([]);
});

it("encrypts the token", async () => {
  const { app } = await start();
  expect(JSON.stringify(app.db.all(ada, "channels"))).not.toContain("github_pat");
});
