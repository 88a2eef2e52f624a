import { expect, it } from "vitest";
import type { Channel, CreatedChannel } from "../../contract/channels/channels.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { channelSamples } from "../../testing/channel-samples.js";
import { routeBody } from "../../testing/foreign-calls.js";
import { testApp, type TestApp } from "../../testing/test-app.js";
import { channelSecretContext, channelSecretsSchema } from "./channel-record.js";

const channels = "/api/v1/channels";
const hook = { id: "ops", kind: "webhook", name: "Ops", url: "https://hooks.example.com/a?key=1" };
const list = { id: "team", kind: "email", name: "Team", addresses: ["a@example.com", "b@example.com"] };

const add = async (app: TestApp, body: object, query = ""): Promise<CreatedChannel> =>
  (await app.as("ada").post(`${channels}${query}`).send(body).expect(201)).body as CreatedChannel;
const put = (app: TestApp, { id, ...body }: { id: string; [field: string]: unknown }, query = "") =>
  app.as("ada").put(`${channels}/${id}${query}`).send(body);
const shown = async (app: TestApp): Promise<Channel> =>
  (await app.as("ada").get(channels).expect(200)).body[0] as Channel;

it("keeps its secrets when an edit leaves them out", async () => {
  const app = testApp();
  const { signingSecret } = await add(app, hook);
  const { body } = await put(app, { id: "ops", kind: "webhook", name: "Operations" }).expect(200);
  expect(body).toMatchObject({ name: "Operations", target: "hooks.example.com", revision: 2 });
  expect(JSON.stringify(body)).not.toContain(signingSecret);
  await app.as("ada").post(`${channels}/ops/test`).expect(200);
  await put(app, { ...hook, url: "https://catalog.example.com/b?key=2" }).expect(200);
  await app.as("ada").post(`${channels}/ops/test`).expect(200);
  expect(app.outbound.sent.map(({ url }) => url)).toEqual([
    "https://hooks.example.com/a?key=1",
    "https://catalog.example.com/b?key=2",
  ]);
  await put(app, { ...hook, url: "http://10.0.0.1/" }).expect(400);
  expect(await shown(app)).toMatchObject({ target: "catalog.example.com", revision: 3 });
});

it("loses an optional secret only when an edit says so, and can't lose a required one", async () => {
  const app = testApp();
  const slack = { id: "bot", ...channelSamples.slack[0] };
  await add(app, slack);
  const others = async () => {
    const { secret } = (await app.channels.find("ada" as WorkspaceId, "bot"))!;
    const context = channelSecretContext("ada" as WorkspaceId, "bot");
    return channelSecretsSchema.parse(JSON.parse(app.secrets.open(secret!, context))).others;
  };
  await put(app, { id: "bot", kind: "slack", name: "Alerts" }).expect(200);
  expect(await others()).toEqual({ signingSecret: slack.signingSecret });
  expect((await put(app, { id: "bot", kind: "slack", signingSecret: null }).expect(200)).body).toMatchObject({
    revision: 3,
  });
  expect(await others()).toEqual({});
  await put(app, { id: "bot", kind: "slack", botToken: null }).expect(400);
  await put(app, { id: "bot", kind: "slack", channel: null }).expect(400);
});

it("asks only new addresses to confirm; the others keep their confirmation", async () => {
  const app = testApp();
  await add(app, list);
  await app.channels.change("ada" as WorkspaceId, "team", (before) => ({
    ...before,
    addresses: before.addresses.map((one) => ({ ...one, confirmedAt: app.clock.now().toISOString() })),
  }));
  const asked = app.mailer.sent.length;
  await put(app, { ...list, addresses: ["b@example.com", "c@example.com"] }).expect(200);
  expect((await shown(app)).addresses).toEqual([
    { email: "b@example.com", confirmedAt: app.clock.now().toISOString() },
    { email: "c@example.com", confirmedAt: null },
  ]);
  expect(app.mailer.sent.slice(asked).map(({ to }) => to)).toEqual(["c@example.com"]);
});

it("is saved even if its addresses can't be asked now, and they can be asked again", async () => {
  const app = testApp();
  app.mailer.isDown = true;
  await add(app, list);
  await put(app, { ...list, addresses: ["a@example.com", "c@example.com"] }).expect(200);
  expect((await shown(app)).addresses.map(({ email }) => email)).toEqual(["a@example.com", "c@example.com"]);
  await app.as("ada").post(`${channels}/team/retry`).expect(500);
  app.mailer.isDown = false;
  await app.as("ada").post(`${channels}/team/retry`).expect(204);
  expect(app.mailer.sent.slice(-2).map(({ to }) => to)).toEqual(["a@example.com", "c@example.com"]);
});

it("counts edits, and refuses one that was based on an earlier state", async () => {
  const app = testApp();
  expect(await add(app, hook, "?fromFile=true")).toMatchObject({ revision: 1, fileRevision: 1 });
  // Saving the same again is not an edit.
  expect((await put(app, hook).expect(200)).body).toMatchObject({ revision: 1 });
  await put(app, { ...hook, name: "Mine" }).expect(200);
  const late = await put(app, { ...hook, name: "Theirs" }, "?revision=1&fromFile=true").expect(409);
  expect(late.body).toMatchObject({ code: "edit-conflict", details: { revision: 2 } });
  await app.as("ada").delete(`${channels}/ops?revision=1`).expect(409);

  const routes = "/api/v1/routes";
  const route = { ...routeBody("ops"), id: "all" };
  await app.as("ada").post(routes).send(route).expect(201);
  const edited = { ...routeBody("ops"), subject: "Checkout*" };
  await app.as("ada").put(`${routes}/all?revision=1&fromFile=true`).send(edited).expect(200);
  await app.as("ada").put(`${routes}/all?revision=1`).send(routeBody("ops")).expect(409);
  await app.as("ada").delete(`${routes}/all?revision=1`).expect(409);
  expect((await app.as("ada").get(routes)).body).toMatchObject([
    { id: "members" },
    { revision: 2, fileRevision: 2 },
  ]);
  await app.as("ada").delete(`${routes}/all?revision=2`).expect(204);
  const actions = app.db.all<{ action: string }>("ada", "audit").map(({ action }) => action);
  expect(actions.filter((action) => action === "channel.updated")).toHaveLength(1);
});

it("accepts each id once, keeps its kind, and belongs to its workspace", async () => {
  const app = testApp();
  await add(app, hook);
  expect((await app.as("ada").post(channels).send(hook).expect(409)).body.code).toBe("id-taken");
  const route = { ...routeBody("ops"), id: "all" };
  await app.as("ada").post("/api/v1/routes").send(route).expect(201);
  expect((await app.as("ada").post("/api/v1/routes").send(route).expect(409)).body.code).toBe("id-taken");
  await put(app, { ...list, id: "ops" }).expect(400);
  await put(app, { ...hook, id: "gone" }).expect(404);
  await app.as("bob").put(`${channels}/ops`).send({ kind: "webhook", name: "Bob's" }).expect(404);
});

it("accepts nothing from a token whose creator's address isn't verified", async () => {
  const app = testApp();
  const { token } = await app.addToken("ada", "ada", "write");
  app.identityProvider.unverified.add("ada");
  await app.withToken(token).post(channels).send(list).expect(401);
  await app.withToken(token).post(channels).send(hook).expect(401);
  expect(app.mailer.sent).toEqual([]);

  app.identityProvider.unverified.clear();
  await app.withToken(token).post(channels).send(list).expect(201);
  expect(app.mailer.sent).toHaveLength(2);
});
