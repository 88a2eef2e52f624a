import { type Person, signUp, workspaceOf } from "./abuse/world.js";
import { getAuth } from "firebase-admin/auth";
import supertest from "supertest";
import { beforeAll, describe, expect, it } from "vitest";
import { firebaseApp } from "../src/adapters/firestore/client.js";
import { composeApp } from "../src/composition/compose-app.js";
import { dependencies } from "../src/composition/compose.js";
import { handleTask } from "../src/entry/task-handlers.js";

/* The API as deployed: real tokens, Firestore, Storage and Mixpanel's stand-in. */

const connections = "/api/v1/mixpanel/connections";
const demoConnection = {
  projectId: "1000001",
  serviceUsername: "demo.plumbline.mp-service-account",
  secretRef: "demo-secret",
};

let api: ReturnType<typeof supertest>;
let person: Person;

const call = (method: "get" | "post" | "put" | "patch" | "delete", path: string, token = person.token) =>
  api[method](path).set("Authorization", `Bearer ${token}`);

beforeAll(async () => {
  api = supertest(await composeApp());
  person = await signUp();
});

describe("tokens", () => {
  it("a signed-in person is known, and a sign-up is recorded once", async () => {
    const { body } = await call("get", "/api/auth/user").expect(200);
    expect(body).toMatchObject({ email: person.email, firebaseUid: person.uid });
    const record = { email: person.email, firebaseUid: person.uid, displayName: "A Person" };
    await call("post", "/api/v1/users").send(record).expect(201);
  });

  it("a revoked, a disabled and a malformed token are refused", async () => {
    const other = await signUp();
    const signedUpAt = Date.now();
    await call("get", "/api/auth/user", other.token).expect(200);
    const auth = getAuth(firebaseApp());
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await auth.revokeRefreshTokens(other.uid);
    await call("get", "/api/auth/user", other.token).expect(401);
    const third = await signUp();
    await auth.updateUser(third.uid, { disabled: true });
    await call("get", "/api/auth/user", third.token).expect(401);
    const { identityProvider } = await dependencies();
    const active = await identityProvider.activeOf([other.uid, third.uid, "nobody"]);
    expect([...active.keys()]).toEqual([other.uid]);
    expect(active.get(other.uid)!.credentialsSince.getTime()).toBeGreaterThan(signedUpAt);
    await call("get", "/api/auth/user", "a.b.c").expect(401);
  });
});

describe("from connection to setup", () => {
  let connectionId: string;

  it("is healthy", async () => {
    const { body } = await api.get("/api/v1/health").expect(200);
    expect(body).toMatchObject({ status: "ok", checks: { firestore: "ok" } });
  });

  it("a connection fails with the wrong secret, and is verified with the right one", async () => {
    const { body } = await call("post", connections)
      .send({ ...demoConnection, secretRef: "wrong" })
      .expect(201);
    connectionId = body.id;
    const failed = await call("post", `${connections}/${connectionId}/verify`).expect(422);
    expect(failed.body).toMatchObject({ code: "verification-failed", details: { mixpanelStatus: 401 } });
    await call("put", `${connections}/${connectionId}`).send(demoConnection).expect(200);
    const verified = await call("post", `${connections}/${connectionId}/verify`).expect(200);
    expect(verified.body).toMatchObject({ status: "verified", projectName: "Demo Shop" });
  });

  it("a sync finds the project's events with their properties", async () => {
    await call("post", "/api/v1/data-settings/sync").expect(202);
    const deps = await dependencies();
    const { latestSync } = await deps.schema.state(await workspaceOf(person), connectionId);
    const task = { workspaceId: await workspaceOf(person), connectionId, syncId: latestSync!.id };
    await handleTask(deps, "syncSchema", task, { retryCount: 0 });
    const { body } = await call("get", "/api/v1/data-settings").expect(200);
    expect(body.latestSync).toMatchObject({ status: "success" });
    expect(body.events.length).toBeGreaterThan(10);
    expect(body.events.filter(({ isActive }: { isActive: boolean }) => isActive).length).toBeGreaterThan(5);
    expect(body.userProperties.length).toBeGreaterThan(2);
    const estimate = await call(
      "get",
      `/api/v1/setups/estimate?connectionId=${connectionId}&detectors=event_count_change`,
    ).expect(200);
    expect(estimate.body.rowsPerRun).toBeGreaterThan(5);
  });

  it("a setup is created, listed, paused and deleted, then the connection with all its data", async () => {
    const setup = {
      name: "Daily",
      connectionId,
      scheduleCron: "0 9 * * *",
      selectedDetectors: [{ key: "event_stopped" }],
    };
    const { body } = await call("post", "/api/v1/setups").send(setup).expect(201);
    expect((await call("get", "/api/v1/setups")).body).toEqual([body]);
    await call("put", `/api/v1/setups/${body.id}`).send({ status: "paused" }).expect(200);
    await call("delete", `${connections}/${connectionId}`).expect(409);
    await call("delete", `/api/v1/setups/${body.id}`).expect(204);
    await call("delete", `${connections}/${connectionId}`).expect(204);
    const deps = await dependencies();
    expect(await deps.schema.state(await workspaceOf(person), connectionId)).toMatchObject({
      latestSync: null,
    });
  });
});
