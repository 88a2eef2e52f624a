import { beforeAll, describe, expect, it } from "vitest";
import { api, type Endpoint, type EndpointName } from "../contract/api.js";
import { setupBody, testApp, type TestApp, verifiedConnection } from "../testing/test-app.js";
import { createHandlers } from "./handlers.js";

/*
 * Generated from the contract: every endpoint × another tenant's ids, and × no token. A new endpoint is covered
 * when it is added to the table, and fails here until its ids are known below.
 */

let app: TestApp;
/** Ada's ids; Bob asks for them. */
let ids: { connection: string; setup: string; run: string };

beforeAll(async () => {
  app = testApp();
  const connection = await verifiedConnection(app, "ada");
  const { body: setup } = await app.as("ada").post("/api/v1/setups").send(setupBody(connection)).expect(201);
  const { body: run } = await app.as("ada").post(`/api/v1/setups/${setup.id}/run`).expect(202);
  ids = { connection, setup: setup.id, run: run.id };
  await verifiedConnection(app, "bob");
});

const served = Object.keys(createHandlers(testApp())) as EndpointName[];
const endpoints = served.map((name) => [name, api[name] as Endpoint] as const);

const owned = (name: EndpointName, path: string): Record<string, string> => {
  if (path.includes("/connections/")) return { id: ids.connection };
  if (path.includes("/setups/:id")) return { id: ids.setup };
  if (path.includes("/runs/:runId")) return { runId: ids.run, detectorId: "event_count_change" };
  throw new Error(`${name}: whose ids are these?`);
};

const at = (path: string, values: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? "unknown");

/** A body that passes the contract, so that the id is what decides. */
const bodies: Partial<Record<EndpointName, () => object>> = {
  updateConnection: () => ({ projectId: "1", serviceUsername: "robot", secretRef: "stolen" }),
  updateSetup: () => ({ status: "paused" }),
};

/** Calls that name another tenant's connection in the query or the body. */
const references: Partial<Record<EndpointName, () => { query?: string; body?: object }>> = {
  getSetupEstimate: () => ({ query: `connectionId=${ids.connection}&detectors=event_stopped` }),
  createSetup: () => ({ body: setupBody(ids.connection) }),
  getDataSettings: () => ({ query: `connectionId=${ids.connection}` }),
  updateDataSettings: () => ({ query: `connectionId=${ids.connection}`, body: {} }),
  syncDataSettings: () => ({ query: `connectionId=${ids.connection}` }),
};

const call = (uid: string | null, { method }: Endpoint, path: string, body?: object) => {
  const verb = method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  const request = uid === null ? app.anonymous[verb](path) : app.as(uid)[verb](path);
  return body ? request.send(body) : request;
};

describe("another tenant's ids are unknown", () => {
  const withIds = endpoints.filter(([, { path }]) => path.includes("/:"));

  it.each(withIds)("%s", async (name, endpoint) => {
    const path = at(endpoint.path, owned(name, endpoint.path));
    const { body } = await call("bob", endpoint, path, bodies[name]?.()).expect(404);
    const unknown = at(endpoint.path, { id: "x", runId: "x", detectorId: "event_stopped" });
    const { body: other } = await call("bob", endpoint, unknown, bodies[name]?.()).expect(404);
    expect({ ...body, requestId: "" }).toEqual({ ...other, requestId: "" });
  });

  it.each(endpoints.filter(([name]) => references[name]))(
    "%s, named in query or body",
    async (name, endpoint) => {
      const { query, body } = references[name]!();
      await call("bob", endpoint, query ? `${endpoint.path}?${query}` : endpoint.path, body).expect(404);
    },
  );

  it("and nothing of Ada's has changed or shows in Bob's lists", async () => {
    for (const path of [
      "/api/v1/mixpanel/connections",
      "/api/v1/setups",
      "/api/v1/runs",
      "/api/v1/runs/active",
    ]) {
      const { text } = await app.as("bob").get(path).expect(200);
      for (const id of Object.values(ids)) expect(text).not.toContain(id);
    }
    const { body: setup } = await app.as("ada").get(`/api/v1/setups/${ids.setup}`).expect(200);
    expect(setup).toMatchObject({ status: "active", connection: { status: "verified" } });
    const { body: active } = await app.as("ada").get("/api/v1/runs/active").expect(200);
    expect(active).toMatchObject([{ id: ids.run }]);
  });
});

describe("without a token", () => {
  it.each(endpoints.filter(([, { auth }]) => auth !== false))("%s is 401", async (name, endpoint) => {
    const path = endpoint.path.includes("/:") ? at(endpoint.path, owned(name, endpoint.path)) : endpoint.path;
    const { body } = await call(null, endpoint, path, bodies[name]?.()).expect(401);
    expect(body.code).toBe("unauthenticated");
  });
});
