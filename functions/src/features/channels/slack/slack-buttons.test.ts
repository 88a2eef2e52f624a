import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import type { CreatedChannel } from "../../../contract/channels/channels.js";
import type { IncidentDetail } from "../../../contract/incidents.js";
import type { Role } from "../../../contract/workspaces.js";
import { minuteMs, secondMs } from "../../../common/time.js";
import { plan } from "../../../testing/changed-run.js";
import { channelSamples } from "../../../testing/channel-samples.js";
import { routeBody } from "../../../testing/foreign-calls.js";
import { killedAt } from "../../../testing/killed-at.js";
import { MemorySlack } from "../../../testing/memory/channels/memory-slack.js";
import { deliver, passMinutes } from "../../../testing/run-world.js";
import { testApp, type TestApp } from "../../../testing/test-app.js";

const secret = "slack-signing-secret";

async function start(signingSecret: string | undefined = secret) {
  const app = testApp();
  const service = new MemorySlack();
  app.outbound.answer = service.answer;
  service.people = { U1: { profile: { email: "Ada@example.com" } } };
  const { signingSecret: _, ...unsigned } = channelSamples.slack[0];
  const sample = { ...unsigned, ...(signingSecret && { signingSecret }) };
  const { body } = await app.as("ada").post("/api/v1/channels").send(sample).expect(201);
  const { id } = body as CreatedChannel;
  await app.as("ada").post("/api/v1/routes").send(routeBody(id)).expect(201);
  return { app, service, id };
}

type Request = { user?: string; signedWith?: string; skewMs?: number; value?: string };

/** Presses a button under an incident, as Slack reports it. */
function press(
  app: TestApp,
  channelId: string,
  button: string,
  request: Request = {},
  incidentId = "Checkout",
) {
  const { user = "U1", signedWith = secret, skewMs = 0 } = request;
  const value = request.value ?? JSON.stringify(["ada", channelId, incidentId]);
  const payload = {
    type: "block_actions",
    user: { id: user },
    channel: { id: "C1" },
    container: { message_ts: "100.0" },
    actions: [{ action_id: button, value }],
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const timestamp = String(Math.floor((app.clock.now().getTime() + skewMs) / secondMs));
  const signature = createHmac("sha256", signedWith).update(`v0:${timestamp}:${body}`).digest("hex");
  return app.anonymous
    .post("/api/v1/slack/actions")
    .type("form")
    .set({ "x-slack-request-timestamp": timestamp, "x-slack-signature": `v0=${signature}` })
    .send(body);
}
function join(app: TestApp, uid: string, role: Role, isEmailVerified = true): void {
  const user = { uid, email: `${uid}@example.com`, isEmailVerified, displayName: uid };
  app.db.set(uid, "user", uid, { ...user, isDisplayNameGuessed: true });
  app.addMember("ada", uid, role);
}
const incident = async (app: TestApp, id = "Checkout"): Promise<IncidentDetail> =>
  (await app.as("ada").get(`/api/v1/incidents/${id}`).expect(200)).body as IncidentDetail;
const buttonsIn = (blocks: string): string[] =>
  [...blocks.matchAll(/"action_id":"(\w+)"/g)].map(([, name]) => name!);

it("a message about one incident has its buttons, and is updated after a press with who did what", async () => {
  const { app, service, id } = await start();
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  await deliver(app);
  expect(service.messages.map(({ blocks }) => buttonsIn(blocks))).toEqual([
    ["acknowledge", "assign", "mute", "close"],
  ]);
  await press(app, id, "acknowledge").expect(200, "");
  await deliver(app);
  expect(await incident(app)).toMatchObject({ status: "acknowledged", assignee: { uid: "ada" } });
  expect((await incident(app)).timeline.find(({ kind }) => kind === "acknowledged")).toMatchObject({
    actor: { uid: "ada" },
    via: "slack",
  });
  const [message, reply] = service.messages;
  expect(message!.blocks).toMatch(
    /_ada acknowledged it and assigned it to themselves · \w+ \d+, 2026, .+ UTC_/,
  );
  expect(buttonsIn(message!.blocks)).toEqual(["assign", "mute", "close"]);
  expect(reply).toMatchObject({ thread: message!.ts, text: expect.stringContaining("acknowledged it") });
  await press(app, id, "close").expect(200);
  await deliver(app);
  expect(await incident(app)).toMatchObject({ status: "closed", closedAs: "expected" });
  expect(buttonsIn(service.messages[0]!.blocks)).toEqual([]);
  expect(service.ephemeral).toEqual([]);
});

it("a run with several incidents has a reply with buttons for each, updated in place", async () => {
  const { app, service, id } = await start();
  await plan(app, "r1", { Checkout: { kind: "opened" }, Search: { kind: "opened" } });
  await deliver(app);
  const [main, checkout, search] = service.messages;
  expect(service.messages.map(({ thread }) => thread)).toEqual([undefined, main!.ts, main!.ts]);
  expect(service.messages.map(({ blocks }) => buttonsIn(blocks).length)).toEqual([0, 4, 4]);
  const before = search!.blocks;
  await press(app, id, "mute").expect(200);
  await deliver(app);
  expect(await incident(app)).toMatchObject({ status: "muted", mute: { until: "worse" } });
  expect(checkout!.blocks).toMatch(/_ada muted it/);
  expect(buttonsIn(checkout!.blocks)).toEqual(["acknowledge", "assign", "close"]);
  expect(search!.blocks).toBe(before);
  expect(main!.blocks).toMatch(/_ada muted it/);
});

it("posts the replies with buttons once, wherever a worker dies", async () => {
  for (let dieAt = 1; dieAt < 16; dieAt++) {
    const { app, service } = await start();
    await plan(app, "r1", { Checkout: { kind: "opened" }, Search: { kind: "opened" } });
    const channels = killedAt(app.channels, dieAt);
    await deliver(app, { using: { ...app, channels } }).catch(() => undefined);
    await passMinutes(app, 20);
    expect(service.messages.map(({ blocks }) => buttonsIn(blocks).length)).toEqual([0, 4, 4]);
  }
});

it.each<[string, Request]>([
  ["with another secret", { signedWith: "another-signing-secret" }],
  ["more than five minutes ago", { skewMs: -5 * minuteMs - secondMs }],
  ["more than five minutes in the future", { skewMs: 5 * minuteMs + 2 * secondMs }],
  ["for a channel of another workspace", { value: JSON.stringify(["bob", "x", "Checkout"]) }],
  ["with a path as id", { value: JSON.stringify(["ada", "../x", "Checkout"]) }],
  ["without an incident", { value: "Checkout" }],
])("refuses a request signed %s", async (_name, request) => {
  const { app, service, id } = await start();
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  await press(app, id, "close", request).expect(401);
  expect(await incident(app)).toMatchObject({ status: "open" });
  expect(service.ephemeral).toEqual([]);
});

it("refuses every request if the channel has no signing secret, and then shows no buttons", async () => {
  const { app, service, id } = await start("");
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  await deliver(app);
  expect(service.messages.map(({ blocks }) => buttonsIn(blocks))).toEqual([[]]);
  await press(app, id, "close", { signedWith: "" }).expect(401);
  expect(await incident(app)).toMatchObject({ status: "open" });
});

it("shows buttons from the message after the channel was given a signing secret on", async () => {
  const { app, service, id } = await start("");
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  await deliver(app);
  const edit = { kind: "slack", signingSecret: secret };
  await app.as("ada").put(`/api/v1/channels/${id}`).send(edit).expect(200);
  await plan(app, "r2", { Search: { kind: "opened" } });
  await deliver(app);
  expect(service.messages.map(({ blocks }) => buttonsIn(blocks).length)).toEqual([0, 4]);
  await press(app, id, "close").expect(200);
  expect(await incident(app)).toMatchObject({ status: "closed" });
});

it("counts a press as one request of the person", async () => {
  const { app, id } = await start();
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  for (let time = 0; time < 70; time++) {
    app.clock.advance(secondMs);
    await press(app, id, "acknowledge").expect(200);
  }
  await app.as("ada").get("/api/v1/incidents").expect(200);
});

it("refuses a signature of other characters", async () => {
  const { app, id } = await start();
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  const signature = `v0=${"é".repeat(64)}`;
  await press(app, id, "close")
    .set("x-slack-signature", Buffer.from(signature).toString("latin1"))
    .expect(401);
});

it("does nothing when a request is repeated", async () => {
  const { app, id } = await start();
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  await press(app, id, "close").expect(200);
  const reopen = { ids: ["Checkout"], action: { kind: "reopen" } };
  await app.as("ada").post("/api/v1/incidents/actions").send(reopen).expect(200);
  // The clock stands still, so this is the same request with the same signature.
  await press(app, id, "close").expect(200);
  expect(await incident(app)).toMatchObject({ status: "open" });
});

it.each<[string, MemorySlack["people"][string] | null, Role | null, RegExp]>([
  [
    "an unknown address",
    { profile: { email: "eve@example.com" } },
    null,
    /isn't the verified address of a member/,
  ],
  ["no address", { profile: {} }, null, /isn't the verified address of a member/],
  [
    "an unconfirmed address",
    { profile: { email: "ada@example.com" }, is_email_confirmed: false },
    null,
    /isn't/,
  ],
  ["another company", { profile: { email: "ada@example.com" }, is_stranger: true }, null, /isn't/],
  [
    "a member whose address isn't verified",
    { profile: { email: "unverified@example.com" } },
    "editor",
    /isn't/,
  ],
  ["a member of another workspace", { profile: { email: "bob@example.com" } }, null, /isn't/],
  [
    "a viewer",
    { profile: { email: "vera@example.com" } },
    "viewer",
    /^Your role \(viewer\) doesn't allow this/,
  ],
  ["somebody whom the bot can't read", null, null, /scopes users:read and users:read.email/],
])("tells only the person why nothing was done: %s", async (_name, person, role, sentence) => {
  const { app, service, id } = await start();
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  service.people = person === null ? {} : { U9: person };
  const uid = person?.profile.email?.split("@")[0];
  if (role !== null) join(app, uid!, role, uid !== "unverified");
  await press(app, id, "close", { user: "U9" }).expect(200, "");
  expect(service.ephemeral).toEqual([{ user: "U9", text: expect.stringMatching(sentence) }]);
  expect(await incident(app)).toMatchObject({ status: "open" });
});

it("does nothing for a member who can't log in anymore", async () => {
  const { app, service, id } = await start();
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  app.identityProvider.disabled.add("ada");
  await press(app, id, "close").expect(200, "");
  expect(service.ephemeral).toEqual([
    { user: "U1", text: expect.stringContaining("isn't the verified address") },
  ]);
  expect(await incident(app)).toMatchObject({ status: "open" });
});

it("says if it is too late, and who was first", async () => {
  const { app, service, id } = await start();
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  await press(app, id, "close").expect(200);
  await press(app, id, "mute").expect(200);
  await press(app, id, "assign").expect(200);
  app.clock.advance(secondMs);
  await press(app, id, "assign").expect(200);
  await press(app, id, "close", {}, "nothing").expect(200);
  expect(service.ephemeral.map(({ text }) => text)).toEqual([
    "You closed it a minute ago. Reopen it first.",
    "Nothing changed: this was already done.",
    "This incident no longer exists.",
  ]);
});

it("mentions whom somebody else assigns an incident to, and who handles one that got worse", async () => {
  const { app, service } = await start();
  join(app, "eva", "editor");
  service.people["U7"] = { profile: { email: "eva@example.com" } };
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  await deliver(app);
  const act = (action: object) =>
    app
      .as("ada")
      .post("/api/v1/incidents/actions")
      .send({ ids: ["Checkout"], action })
      .expect(200);
  await act({ kind: "assign", uid: "eva" });
  await deliver(app);
  expect(service.messages.at(-1)!.blocks).toContain("Assigned to <@U7>");
  await act({ kind: "acknowledge" });
  await deliver(app);
  expect(service.messages.at(-1)!.blocks).not.toContain("<@");
  await plan(app, "r2", { Checkout: { kind: "escalated", incident: await assigned(app) } });
  await deliver(app);
  expect(service.messages.at(-1)!.blocks).toContain("Assigned to <@U7>");
  service.people = {};
  await act({ kind: "assign", uid: "ada" });
  await act({ kind: "assign", uid: "eva" });
  await deliver(app);
  expect(service.messages.at(-1)!.blocks).not.toContain("<@");
});

const assigned = async (app: TestApp) => ({ assignee: (await incident(app)).assignee });
