import { expect, it } from "vitest";
import { membersRoute, type Route } from "../../../contract/channels/routes.js";
import { addMs, dayMs } from "../../../common/time.js";
import { deliver, passMinutes, runWorld, setupId, workspaceId } from "../../../testing/run-world.js";
import { putMember } from "../../../testing/memory/memory-workspaces.js";
import { testApp, type TestApp } from "../../../testing/test-app.js";
import { initialBilling } from "../../billing/account/run-permission.js";
import { startRun } from "../../runs/lifecycle/start-run.js";
import type { DeliveryRecord } from "../channel-record.js";

/** A workspace that may run any number of times, with a webhook that gets every finding. */
async function world(): Promise<TestApp> {
  const app = testApp();
  await runWorld(undefined, {}, app);
  const billing = { ...initialBilling, hasPaymentMethod: true };
  app.db.set(workspaceId, "account", workspaceId, { activeRunId: null, billing });
  const hook = { id: "hook", kind: "webhook", name: "Hook", url: "https://hooks.example.com/in" };
  await app.as("ada").post("/api/v1/channels").send(hook).expect(201);
  const { id: _id, ...input } = membersRoute;
  await app
    .as("ada")
    .post("/api/v1/routes")
    .send({ ...input, id: "r1", channelId: "hook" })
    .expect(201);
  return app;
}

/** The next day's run, in which "Sign Up" stops. @returns where it was sent */
async function run(app: TestApp): Promise<{ channels: string[]; mails: number }> {
  app.clock.advance(dayMs);
  const day = addMs(app.clock.now(), -dayMs).toISOString().slice(0, 10);
  app.mixpanel.counts.get("Sign Up")!.set(day, 0);
  const known = new Set(app.db.all<DeliveryRecord>(workspaceId, "deliveries").map(({ id }) => id));
  await startRun(app, workspaceId, setupId);
  await deliver(app);
  const added = app.db.all<DeliveryRecord>(workspaceId, "deliveries").filter(({ id }) => !known.has(id));
  return {
    channels: added.map(({ channelId }) => channelId).sort(),
    mails: app.mailer.sent.splice(0).length,
  };
}

const routesOf = async (app: TestApp): Promise<string[]> =>
  ((await app.as("ada").get("/api/v1/routes").expect(200)).body as Route[]).map(({ id }) => id);
const audited = async (app: TestApp): Promise<string[]> =>
  ((await app.as("ada").get("/api/v1/audit").expect(200)).body as { action: string; target: string }[])
    .filter(({ action }) => action.startsWith("route."))
    .map(({ action, target }) => `${action} ${target}`);
const remove = (app: TestApp) => app.as("ada").delete(`/api/v1/routes/${membersRoute.id}`);
const restore = (app: TestApp) => app.as("ada").post("/api/v1/routes").send(membersRoute);

it("is there from the start, and another route doesn't end it", async () => {
  const app = await world();
  expect(await routesOf(app)).toEqual(["members", "r1"]);
  expect(await run(app)).toEqual({ channels: ["hook", "members"], mails: 1 });
});

it("can be removed and restored by an admin, which is audited", async () => {
  const app = await world();
  await remove(app).expect(204);
  expect(await run(app)).toEqual({ channels: ["hook"], mails: 0 });
  expect(await routesOf(app)).toEqual(["r1"]);
  await restore(app).expect(201);
  await restore(app).expect(409);
  expect(await routesOf(app)).toEqual(["members", "r1"]);
  expect((await audited(app)).slice(0, 2)).toEqual(["route.created Members", "route.deleted Members"]);
});

it("sends nothing that waits when it is removed", async () => {
  const app = await world();
  app.mailer.isDown = true;
  await run(app);
  await remove(app).expect(204);
  app.mailer.isDown = false;
  await passMinutes(app, 5);
  expect(app.mailer.sent).toEqual([]);
  const toMembers = app.db
    .all<DeliveryRecord>(workspaceId, "deliveries")
    .filter(({ channelId }) => channelId === "members");
  expect(toMembers).toMatchObject([
    { status: "failed", answer: "An admin has removed the route to members." },
  ]);
});

it.each([
  ["filters", { severity: "alert" }],
  ["a digest", { timing: { kind: "daily", hour: 8 } }],
  ["quiet hours", { quietHours: { from: 22, to: 7 } }],
  ["another channel", { channelId: "hook" }],
])("can't have %s", async (_name, change) => {
  const app = await world();
  const { body } = await app.as("ada").put(`/api/v1/routes/${membersRoute.id}`).send(change).expect(400);
  expect(JSON.stringify(body)).toContain("The route to members has the id members and no filters");
  expect(await routesOf(app)).toEqual(["members", "r1"]);
});

it("is the only one to members, and its id and channel can't be taken", async () => {
  const app = await world();
  await app
    .as("ada")
    .post("/api/v1/routes")
    .send({ ...membersRoute, id: "other" })
    .expect(400);
  await app.as("ada").put("/api/v1/routes/r1").send({ channelId: "members" }).expect(400);
  const channel = { id: "members", kind: "webhook", name: "Hook", url: "https://hooks.example.com/in" };
  await app.as("ada").post("/api/v1/channels").send(channel).expect(409);
});

it("is previewed like any other", async () => {
  const app = await world();
  await run(app);
  const { id: _id, ...input } = membersRoute;
  const { body } = await app.as("ada").post("/api/v1/routes/preview").send(input).expect(200);
  expect(body.total).toBeGreaterThan(0);
  expect(body.matching).toHaveLength(body.total as number);
});

it("is known to all members, who may not change it", async () => {
  const app = await world();
  const member = {
    uid: "bob",
    role: "editor",
    joinedAt: "2026-11-02T00:00:00.000Z",
    emailNotifications: true,
  } as const;
  await app.as("bob").get("/api/auth/user").expect(200);
  putMember(app.db, workspaceId, member);
  const bob = app.as("bob", workspaceId);
  const emailsMembers = async () =>
    ((await bob.get("/api/v1/workspace").expect(200)).body as { emailsMembers: boolean }).emailsMembers;
  expect(await emailsMembers()).toBe(true);
  await bob.delete("/api/v1/routes/members").expect(403);
  await remove(app).expect(204);
  expect(await emailsMembers()).toBe(false);
  await bob.post("/api/v1/routes").send(membersRoute).expect(403);
});
