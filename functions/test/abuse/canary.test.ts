import type { WorkspaceId } from "../../src/contract/workspaces.js";
import supertest from "supertest";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { paths } from "../../src/adapters/firestore/paths.js";
import { composeApp } from "../../src/composition/compose-app.js";
import { dependencies } from "../../src/composition/compose.js";
import { handleTask } from "../../src/entry/task-handlers.js";
import { jsonLogger } from "../../src/common/logger.js";
import { documentsBelow, signUp, type Person, workspaceOf } from "./world.js";
import { ended } from "../faults/world.js";
import { startFaultWorker, type FaultWorker } from "../faults/worker.js";
import { addFault, clearFaults } from "../worker.js";

/*
 * Uses the product as a customer does, then searches logs, responses, documents and objects for values that must
 * never leak: a secret that Mixpanel rejects, one that it accepts, the request header made from each, and the
 * caller's token.
 */

const wrongSecret = "canary-9f8e7d6c5b4a";
const username = "demo.plumbline.mp-service-account";
const rightSecret = "demo-secret";
const basic = (secret: string) => Buffer.from(`${username}:${secret}`).toString("base64");

let worker: FaultWorker;
let person: Person;
let workspaceId: WorkspaceId;
const printed: string[] = [];
const answers: string[] = [];

beforeAll(async () => {
  worker = await startFaultWorker();
  worker.deps.logger = jsonLogger({}, (line) => printed.push(line));
  // The composed API logs to standard output.
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      printed.push(String(chunk));
      return true;
    });
  person = await signUp();
  await live();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await worker.close();
});

async function live(): Promise<void> {
  const http = supertest(await composeApp());
  const call = async (method: "get" | "post" | "put" | "patch" | "delete", path: string, body?: object) => {
    const request = http[method](path).set("Authorization", `Bearer ${person.token}`);
    const response = await (body ? request.send(body) : request);
    answers.push(JSON.stringify(response.headers) + response.text);
    return response;
  };
  const connections = "/api/v1/mixpanel/connections";
  const fields = { projectId: "1000008", serviceUsername: username };
  const { body: connection } = await call("post", connections, { ...fields, secretRef: wrongSecret });
  await call("post", `${connections}/${connection.id}/verify`);
  await call("put", `${connections}/${connection.id}`, {
    ...fields,
    region: "nowhere",
    secretRef: wrongSecret,
  });
  await call("put", `${connections}/${connection.id}`, { ...fields, secretRef: rightSecret });
  for (const fault of [{ kind: "server-error", status: 500 }, { kind: "rate-limit-hourly" }]) {
    await addFault({ ...fault, count: 2 });
    await call("post", `${connections}/${connection.id}/verify`);
    await clearFaults();
  }
  expect((await call("post", `${connections}/${connection.id}/verify`)).status).toBe(200);
  workspaceId = await workspaceOf(person);
  await call("post", "/api/v1/data-settings/sync", {});
  const { latestSync } = await worker.deps.schema.state(workspaceId, connection.id);
  const task = { workspaceId, connectionId: connection.id, syncId: latestSync!.id };
  await handleTask(worker.deps, "syncSchema", task, { retryCount: 0 });
  const { body: setup } = await call("post", "/api/v1/setups", {
    name: "Daily",
    connectionId: connection.id,
    selectedDetectors: [{ key: "event_count_change" }, { key: "user_property_null_rate" }],
  });
  // Its task would go to functions that don't run here, so this worker handles it.
  const { body: started } = await call("post", `/api/v1/setups/${setup.id}/run`, {});
  await handleTask(worker.deps, "executeRun", { workspaceId, runId: started.id }, { retryCount: 0 });
  const tenant = { workspaceId, email: person.email, setupId: setup.id, connectionId: connection.id };
  expect(await ended(worker, tenant, started.id)).toMatchObject({ status: "partial" });
  for (const path of [
    `/api/v1/runs/${started.id}/report`,
    `/api/v1/runs/${started.id}/detectors/event_count_change`,
    `/api/v1/runs/${started.id}/detectors/event_count_change/csv-data`,
    "/api/v1/data-settings",
    "/api/v1/setups",
    "/api/v1/runs",
    connections,
    `${connections}/${connection.id}`,
    "/api/auth/user",
    "/api/v1/billing/status",
  ])
    expect((await call("get", path)).status, path).toBe(200);
}

async function objects(): Promise<string[]> {
  const deps = await dependencies();
  const { objects: list } = await deps.objects.list(`workspaces/${workspaceId}/`);
  return Promise.all(
    list.map(async ({ path }) => path + (await deps.objects.read(path))!.toString("latin1")),
  );
}

const places: [string, () => Promise<string[]> | string[]][] = [
  ["a log line", () => printed],
  ["a response", () => answers],
  ["a document", () => documentsBelow(paths.workspace(workspaceId))],
  ["an object", objects],
];

it.each(places)("%s never contains a secret or a token", async (_name, read) => {
  const texts = await read();
  expect(texts.length).toBeGreaterThan(2);
  for (const canary of [wrongSecret, basic(wrongSecret), rightSecret, basic(rightSecret), person.token])
    for (const text of texts) expect(text.includes(canary), `${canary} in ${text.slice(0, 500)}`).toBe(false);
});

it("a response never contains the encrypted form either", () => {
  for (const text of answers) expect(text).not.toMatch(/"(secret|secretRef|iv|tag|keyId)"/);
});
