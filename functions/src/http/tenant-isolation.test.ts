import { beforeAll, describe, expect, it } from "vitest";
import type { WorkspaceId } from "../contract/workspaces.js";
import { ada, bob } from "../testing/tenants.js";
import {
  callByReference,
  callInPath,
  routeBody,
  signedInCalls,
  uncheckedReferences,
  withFilter,
  withIdInPath,
  withReference,
  type OwnedIds,
} from "../testing/foreign-calls.js";
import { incidentRecord } from "../testing/suites/repository-suite.js";
import { setupBody, testApp, type TestApp, verifiedConnection } from "../testing/test-app.js";

/*
 * Generated from the contract: every endpoint × another tenant's ids, and × no token. A new endpoint is covered
 * when it is added to the table, and fails here until its ids are known. The same over the real stack:
 * functions/test/abuse/tenants.test.ts.
 */

let app: TestApp;
/** Ada's ids, which Bob requests. */
let ids: OwnedIds;
/** His own. */
let bobs: OwnedIds;
const unknown: OwnedIds = {
  connection: "x",
  setup: "x",
  run: "x",
  incident: "x",
  release: "x",
  member: "x",
  invitation: "x",
  token: "x",
  channel: "x",
  route: "x",
};

/** Creates one resource of each kind. */
async function resourcesOf(uid: "ada" | "bob", member: string): Promise<OwnedIds> {
  const tenant = { ada, bob }[uid];
  const connection = await verifiedConnection(app, tenant);
  const { body: setup } = await app.as(uid).post("/api/v1/setups").send(setupBody(connection)).expect(201);
  const { body: run } = await app.as(uid).post(`/api/v1/setups/${setup.id}/run`).expect(202);
  const { body: invitation } = await app
    .as(uid)
    .post("/api/v1/invitations")
    .send({ email: "cleo@example.com", role: "viewer" })
    .expect(201);
  app.addMember(tenant, member, "viewer");
  const { id: token } = await app.addToken(tenant, uid, "write");
  const incident = incidentRecord(`i-${uid}`, connection);
  await app.incidents.change(tenant, incident.id, () => ({ incident, entries: [] }));
  const { body: release } = await app
    .as(uid)
    .post("/api/v1/releases")
    .send({ version: `${uid} 1` })
    .expect(201);
  const hook = { kind: "webhook", name: "Hook", url: "https://hooks.example.com/x" };
  const { body: channel } = await app.as(uid).post("/api/v1/channels").send(hook).expect(201);
  const { body: route } = await app
    .as(uid)
    .post("/api/v1/routes")
    .send(routeBody(channel.id as string))
    .expect(201);
  return {
    connection,
    setup: setup.id,
    run: run.id,
    incident: incident.id,
    release: release.id,
    member,
    invitation: invitation.id,
    token,
    channel: channel.id,
    route: route.id,
  };
}

beforeAll(async () => {
  app = testApp();
  ids = await resourcesOf("ada", "dora");
  bobs = await resourcesOf("bob", "emil");
});

type Call = ReturnType<typeof callInPath>;
const send = (workspaceId: WorkspaceId | null, { endpoint, path, body }: Call) => {
  const verb = endpoint.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  const request = workspaceId === null ? app.anonymous[verb](path) : app.as(workspaceId)[verb](path);
  return body ? request.send(body) : request;
};

describe("another tenant's ids are unknown", () => {
  it.each(withIdInPath)("%s", async (name) => {
    const { body } = await send(bob, callInPath(name, ids)).expect(404);
    const { body: other } = await send(bob, callInPath(name, unknown)).expect(404);
    expect({ ...body, requestId: "" }).toEqual({ ...other, requestId: "" });
  });

  it.each(withReference)("%s, named in query or body", async (field) => {
    await send(bob, callByReference(field, ids, bobs)).expect(404);
  });

  it("each field that names a resource is tried with them", () => {
    expect(uncheckedReferences()).toEqual([]);
  });

  it("and nothing of Ada's has changed or shows in Bob's lists", async () => {
    for (const path of [
      "/api/v1/mixpanel/connections",
      "/api/v1/setups",
      "/api/v1/runs",
      "/api/v1/runs/active",
      "/api/v1/incidents",
      "/api/v1/releases",
      "/api/v1/members",
      "/api/v1/invitations",
      "/api/v1/tokens",
      "/api/v1/channels",
      "/api/v1/routes",
      "/api/v1/deliveries",
    ]) {
      const { text } = await app.as("bob").get(path).expect(200);
      for (const id of Object.values(ids)) expect(text).not.toContain(`"${id}"`);
    }
    const { body: setup } = await app.as("ada").get(`/api/v1/setups/${ids.setup}`).expect(200);
    expect(setup).toMatchObject({ status: "active", connection: { status: "verified" } });
    const { body: active } = await app.as("ada").get("/api/v1/runs/active").expect(200);
    expect(active).toMatchObject([{ id: ids.run }]);
  });
});

describe("another tenant's resource filters like one that doesn't exist", () => {
  it.each(withFilter)("%s", async (field) => {
    const answer = async (named: OwnedIds) => {
      const { status, body } = await send(bob, callByReference(field, named, bobs));
      expect(status).toBeLessThan(500);
      const given = new Set(Object.values(named));
      // A route answers with the ids that it was given.
      return JSON.stringify({ status, body }, (key, value: unknown) => {
        if (["requestId", "id", "createdAt", "revision"].includes(key)) return "";
        return given.has(value as string) ? "given" : value;
      });
    };
    expect(await answer(ids)).toBe(await answer(unknown));
  });
});

describe("without a token", () => {
  it.each(signedInCalls())("%s is 401", async (_name, call) => {
    const { body } = await send(null, call).expect(401);
    expect(body.code).toBe("unauthenticated");
  });
});
