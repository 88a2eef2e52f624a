import { beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { hourMs, minuteMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { addressHash, rateLimits } from "../../ports/rate-limiter.js";
import type { Payments } from "../billing/payments.js";
import { crashingAt, interruptedAt } from "../../testing/crashing.js";
import { deliver, join, runWorld, setupId } from "../../testing/run-world.js";
import { putMember } from "../../testing/memory/memory-workspaces.js";
import { testDependencies, type TestDependencies } from "../../testing/dependencies.js";
import { setupBody, testApp, verifiedConnection, type TestApp } from "../../testing/test-app.js";
import { everyMinute } from "../../entry/every-minute.js";
import { startRun } from "../runs/lifecycle/start-run.js";
import { deleteAccount, deleteWorkspace } from "./request-deletion.js";
import type { Deletion } from "./deletion-record.js";
import { runDeletion } from "./run-deletion.js";
import { sweepDeletions } from "./enqueue-deletion.js";

const workspace = "ada" as WorkspaceId;
const ada = {
  uid: "ada",
  email: "ada@example.com",
  isEmailVerified: true,
  displayName: "Ada",
  signedInAt: new Date("2100-01-01"),
  token: null,
  ip: null,
};

/** The part of Stripe that a deletion uses. */
class FakeStripe {
  subscriptions = new Set(["cus_1"]);
  customers = new Set(["cus_1"]);
  readonly payments = {
    endSubscriptions: async (id: string) => void this.subscriptions.delete(id),
    payOpenInvoices: async () => undefined,
    deleteCustomer: async (id: string) => void this.customers.delete(id),
  } as unknown as Payments;
}

/**
 * A workspace with everything in it: a report, a due setup, a Stripe customer, audit entries, limits and
 * files.
 */
async function world() {
  const deps = await runWorld(["event_count_change"], {
    scheduleCron: "0 * * * *",
    nextRunAt: "2026-11-18T13:00:00.000Z",
  });
  const stripe = new FakeStripe();
  const full = { ...deps, payments: stripe.payments };
  await startRun(full, workspace, setupId);
  await deliver(deps);
  await deps.billing.linkCustomer(workspace, "cus_1");
  await deps.workspaces.appendAudit(workspace, {
    id: "entry",
    createdAt: "2026-11-18T12:00:00.000Z",
    action: "connection.created",
    via: "web",
    actor: { uid: "ada", email: "ada@example.com" },
    target: "Demo Shop",
    ip: null,
  });
  await deps.rateLimiter.use(workspace, "verify");
  await deps.objects.write("exports/ada/file.json", "{}", { contentType: "application/json" });
  return { deps, full, stripe };
}

/** Advances the clock by two and a half hours, with a tick and its tasks every five minutes. */
async function passHours(deps: TestDependencies, using: Dependencies) {
  for (let minute = 0; minute < 150; minute += 5) {
    await deliver(deps, { using });
    deps.clock.advance(5 * minuteMs);
    await everyMinute(using);
  }
}

/**
 * Everything that is stored about the workspace or Ada, except `freeRuns`. Its keyed hashes of projects and
 * workspaces are kept on purpose, so that deleting a workspace and starting over gives no more free runs.
 */
const left = (deps: TestDependencies, stripe: FakeStripe) => ({
  documents: [
    ...deps.db.collectionsOf("ada"),
    ...deps.db.collectionsOf("").filter((name) => name !== "system" && name !== "freeRuns"),
  ],
  files: deps.objects.paths(),
  stripe: [...stripe.subscriptions, ...stripe.customers],
});
const nothing = { documents: [], files: [], stripe: [] };

describe("deleting an account", () => {
  it("leaves nothing: no document, file, sign-in, subscription or customer", async () => {
    const { deps, full, stripe } = await world();
    await deleteAccount(full, ada, " ADA@example.com ");
    await passHours(deps, full);
    expect(left(deps, stripe)).toEqual(nothing);
    expect(deps.identityProvider.deleted).toContain("ada");
    expect(deps.mailer.sent.map(({ subject }) => subject)).toContain("Your account was deleted");
  });

  it("leaves nothing wherever its workers die", async () => {
    const healthy = await world();
    await deleteAccount(healthy.full, ada, ada.email);
    const counting = crashingAt(healthy.full, Infinity, true);
    await deliver(healthy.deps, { using: counting.deps });
    expect(counting.calls()).toBeGreaterThan(15);
    for (let call = 1; call <= counting.calls(); call++) {
      const before = call % 2 === 0;
      const { deps, full, stripe } = await world();
      await deleteAccount(full, ada, ada.email);
      await deliver(deps, { using: crashingAt(full, call, before).deps }).catch(() => undefined);
      await passHours(deps, full);
      expect(left(deps, stripe), `crash at call ${call}, before: ${before}`).toEqual(nothing);
      expect(deps.identityProvider.deleted).toContain("ada");
      const told = deps.mailer.sent.filter(({ subject }) => subject === "Your account was deleted");
      // If a worker dies between sending and recording it, the email is sent again with the same id.
      expect(new Set(told.map(({ id }) => id)).size).toBe(1);
    }
  });

  it("leaves nothing when its last pass dies halfway", async () => {
    const lastPass = async (crashAt: number, before: boolean) => {
      const { deps, full, stripe } = await world();
      await deleteAccount(full, ada, ada.email);
      await deliver(deps, { using: full });
      deps.clock.advance(2 * hourMs);
      await everyMinute(full);
      const crashing = crashingAt(full, crashAt, before);
      await deliver(deps, { using: crashing.deps }).catch(() => undefined);
      await passHours(deps, full);
      return { left: left(deps, stripe), calls: crashing.calls() };
    };
    const { calls } = await lastPass(Infinity, true);
    for (let call = 1; call <= calls; call++)
      expect((await lastPass(call, call % 2 === 0)).left, `crash at call ${call}`).toEqual(nothing);
  });

  it("ends a run in flight, which writes nothing afterwards, and starts no due setup", async () => {
    const { deps, full, stripe } = await world();
    await deps.billing.change(workspace, ({ billing, customer }) => ({
      billing: { ...billing, hasPaymentMethod: true },
      customer,
    }));
    const started = await startRun(full, workspace, setupId);
    let isRequested = false;
    deps.mixpanel.before = async () => {
      if (isRequested) return;
      isRequested = true;
      await deleteAccount(full, ada, ada.email);
    };
    const mails = deps.mailer.sent.length;
    await deliver(deps, { using: full });
    expect(isRequested).toBe(true);
    expect(await deps.runs.find(workspace, started.id)).toBeNull();
    await passHours(deps, full);
    expect(left(deps, stripe)).toEqual(nothing);
    expect(deps.mailer.sent.slice(mails).map(({ subject }) => subject)).toEqual(["Your account was deleted"]);
  });

  it("closes the workspace immediately: nothing starts before its data is gone", async () => {
    const { deps, full } = await world();
    await deleteAccount(full, ada, ada.email);
    deps.clock.advance(2 * hourMs);
    await everyMinute(full);
    await expect(startRun(full, workspace, setupId)).rejects.toMatchObject({ code: "not-found" });
    expect((await deps.runs.list(workspace, { limit: 10 })).items).toHaveLength(1);
  });

  it("requires the typed address, and another owner for a workspace with other members", async () => {
    const { deps, full } = await world();
    await expect(deleteAccount(full, ada, "bob@example.com")).rejects.toMatchObject({
      code: "invalid-request",
    });
    const joinedAt = "2026-11-18T12:00:00.000Z";
    putMember(deps.db, workspace, { uid: "bob", role: "admin", joinedAt, emailNotifications: true });
    await expect(deleteAccount(full, ada, ada.email)).rejects.toMatchObject({ code: "last-owner" });
    putMember(deps.db, workspace, { uid: "bob", role: "owner", joinedAt, emailNotifications: true });
    await deleteAccount(full, ada, ada.email);
    await passHours(deps, full);
    // The workspace is kept for its other owner.
    expect((await deps.workspaces.members(workspace)).map(({ uid }) => uid)).toEqual(["bob"]);
    expect(await deps.setups.find(workspace, setupId)).not.toBeNull();
    const { items } = await deps.workspaces.audit(workspace, { limit: 10 });
    expect(items.map(({ action }) => action)).toContain("member.left");
  });
});

describe("invitations and mail limits of a deleted account's address", () => {
  const vic = { email: "vic@example.com", role: "viewer" };
  /** Bob invites Vic, and nobody may email Vic anymore today. */
  async function invited() {
    const app = testApp();
    await app.as("bob").post("/api/v1/invitations").send(vic).expect(201);
    for (let mail = 1; mail < rateLimits.strangersByAddress.max; mail++)
      await app.rateLimiter.use(addressHash(vic.email), "strangersByAddress");
    return app;
  }
  const kept = async (app: TestApp) => ({
    invitations: (await app.workspaces.invitations("bob" as WorkspaceId)).length,
    isMailable: await app.rateLimiter.use(addressHash(vic.email), "strangersByAddress").then(
      () => true,
      () => false,
    ),
  });

  it("are kept unless the account has proven the address", async () => {
    for (const isEmailVerified of [false, true]) {
      const app = await invited();
      await deleteAccount(app, { ...ada, uid: "eve", email: vic.email, isEmailVerified }, vic.email);
      await passHours(app, app);
      expect(await kept(app)).toEqual({
        invitations: isEmailVerified ? 0 : 1,
        isMailable: isEmailVerified,
      });
    }
  });

  it("are kept if they are from after the deletion", async () => {
    const app = await invited();
    await deleteAccount(app, { ...ada, uid: "vic", email: vic.email }, vic.email);
    await deliver(app);
    await app.as("bob").post("/api/v1/invitations").send(vic).expect(201);
    await passHours(app, app);
    expect(await kept(app)).toMatchObject({ invitations: 1 });
  });
});

describe("deleting a workspace", () => {
  it("notifies its members who can still log in and leaves nothing but the people", async () => {
    const { deps, full, stripe } = await world();
    await join(deps, "bob", { workspace });
    deps.identityProvider.disabled.add("bob");
    const actor = { ...ada, workspaceId: workspace, role: "owner" as const };
    await expect(deleteWorkspace(full, actor, "Another")).rejects.toMatchObject({ code: "invalid-request" });
    await deleteWorkspace(full, actor, "Ada's workspace");
    await passHours(deps, full);
    const { documents, stripe: objects } = left(deps, stripe);
    expect(documents).toEqual(["user"]);
    expect(objects).toEqual([]);
    expect(deps.objects.paths("workspaces/")).toEqual([]);
    const told = deps.mailer.sent.filter(({ subject }) => subject.includes("was deleted"));
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([
      ["ada@example.com", "The workspace Ada's workspace was deleted"],
    ]);
  });
});

it("leaves nothing of a workspace whenever another worker overtakes the first", async () => {
  const actor = { ...ada, workspaceId: workspace, role: "owner" as const };
  for (let call = 1; ; call++) {
    const { deps, full, stripe } = await world();
    await deleteWorkspace(full, actor, "Ada's workspace");
    const [{ id: deletionId }] = (await deps.deletions.due("2100", 1)) as [Deletion];
    let isOvertaken = false;
    const overtake = () => {
      isOvertaken = true;
      return runDeletion(full, { deletionId });
    };
    await runDeletion(interruptedAt(full, call, overtake), { deletionId }).catch(() => undefined);
    if (!isOvertaken) break;
    await passHours(deps, full);
    const { documents, stripe: objects } = left(deps, stripe);
    expect([documents, objects], `overtaken at call ${call}`).toEqual([["user"], []]);
  }
});

describe("over the API", () => {
  let app: TestApp;
  beforeEach(() => {
    app = testApp();
  });
  const work = async () => {
    await deliver(app);
    app.clock.advance(3 * hourMs);
    await everyMinute(app);
    await deliver(app);
  };

  it("an account lists what is deleted and what is kept, and is gone immediately", async () => {
    const connection = await verifiedConnection(app, "ada");
    await app.as("ada").post("/api/v1/setups").send(setupBody(connection)).expect(201);
    app.addMember("bob", "ada", "editor");
    const { body } = await app.as("ada").get("/api/v1/users/deletion").expect(200);
    expect(body).toEqual({
      deleted: [{ name: "ada", connections: 1, setups: 1, runs: 0 }],
      kept: [{ name: "bob", owner: "bob" }],
      blocking: [],
    });
    await app.as("ada").post("/api/v1/users/deletion").send({ email: "ada@example.com" }).expect(204);
    // The token is still valid until the sign-in is deleted.
    await app.as("ada").post("/api/v1/users/deletion").send({ email: "ada@example.com" }).expect(401);
    await app.as("ada").get("/api/auth/user").expect(401);
    await app.as("ada").get("/api/v1/setups").expect(401);
    await app.as("ada", "bob").get("/api/v1/setups").expect(403);
    await work();
    expect(app.db.collectionsOf("ada")).toEqual([]);
    expect((await app.as("bob").get("/api/v1/members").expect(200)).body).toHaveLength(1);
  });

  it("only owners can delete a workspace; its members get one of their own", async () => {
    app.addMember("ada", "cleo", "admin");
    await app.as("cleo", "ada").post("/api/v1/workspace/deletion").send({ name: "ada" }).expect(403);
    await app.as("ada").post("/api/v1/workspace/deletion").send({ name: "Ada?" }).expect(400);
    const { body } = await app.as("ada").get("/api/v1/workspace/deletion").expect(200);
    expect(body).toEqual({ connections: 0, setups: 0, runs: 0, members: 2 });
    await app.as("ada").post("/api/v1/workspace/deletion").send({ name: "ada" }).expect(204);
    for (const uid of ["ada", "cleo"]) {
      await app.as(uid, "ada").get("/api/v1/setups").expect(403);
      const { body: user } = await app.as(uid).get("/api/auth/user").expect(200);
      expect(user.workspaces).toMatchObject([{ name: `${uid}'s workspace`, role: "owner" }]);
    }
    await work();
  });

  it("an invitation to a deleted workspace is refused with a message", async () => {
    await app
      .as("ada")
      .post("/api/v1/invitations")
      .send({ email: "cleo@example.com", role: "viewer" })
      .expect(201);
    const token = /token=(\S+)/.exec(app.mailer.sent.at(-1)!.text)![1];
    await app.as("ada").post("/api/v1/workspace/deletion").send({ name: "ada" }).expect(204);
    for (const path of ["preview", "accept"]) {
      const { body } = await app
        .as("cleo")
        .post(`/api/v1/invitations/${path}`)
        .send({ token: decodeURIComponent(token!) })
        .expect(409);
      expect(body.userMessage).toContain("This invitation link isn't valid.");
    }
  });

  it("a connection's reports are deleted with it on request, and kept otherwise", async () => {
    for (const reports of ["keep", "delete"] as const) {
      const connection = await verifiedConnection(app, "ada");
      const { body: setup } = await app
        .as("ada")
        .post("/api/v1/setups")
        .send(setupBody(connection))
        .expect(201);
      const { body: run } = await app.as("ada").post(`/api/v1/setups/${setup.id}/run`).expect(202);
      await app.as("ada").patch(`/api/v1/runs/${run.id}/cancel`).expect(200);
      await app.as("ada").delete(`/api/v1/setups/${setup.id}`).expect(204);
      await app.as("ada").delete(`/api/v1/mixpanel/connections/${connection}?reports=${reports}`).expect(204);
      await deliver(app);
      const report = app.as("ada").get(`/api/v1/runs/${run.id}/report`);
      await report.expect(reports === "keep" ? 200 : 404);
    }
  });
});

it("a connection's reports are deleted with it also if that failed at first", async () => {
  const app = testApp();
  const id = await verifiedConnection(app, "ada");
  const { body: setup } = await app.as("ada").post("/api/v1/setups").send(setupBody(id)).expect(201);
  const { body: run } = await app.as("ada").post(`/api/v1/setups/${setup.id}/run`).expect(202);
  await app.as("ada").patch(`/api/v1/runs/${run.id}/cancel`).expect(200);
  await app.as("ada").delete(`/api/v1/setups/${setup.id}`).expect(204);
  vi.spyOn(app.deletions, "create").mockRejectedValueOnce(new Error("Firestore does not answer"));
  for (const status of [500, 204])
    await app.as("ada").delete(`/api/v1/mixpanel/connections/${id}?reports=delete`).expect(status);
  await deliver(app);
  await app.as("ada").get(`/api/v1/runs/${run.id}/report`).expect(404);
});

it("a deletion that can't be swept doesn't keep the others from being enqueued", async () => {
  const deps = testDependencies();
  const dueAt = deps.clock.now().toISOString();
  const deletion = { requestedAt: dueAt, nextSweepAt: dueAt, attempts: 0, kind: "reports" } as const;
  for (const id of ["broken", "sound"])
    await deps.deletions.create({ ...deletion, id, done: [], workspaceId: workspace, connectionId: "c1" });
  const save: typeof deps.deletions.save = (record, done) =>
    record.id === "broken" ? Promise.reject(new Error("no")) : deps.deletions.save(record, done);
  deps.clock.advance(minuteMs);
  await sweepDeletions({ ...deps, deletions: { ...deps.deletions, save } }).catch(() => 0);
  expect(deps.queue.of("deleteData")).toEqual([{ deletionId: "sound" }]);
});
