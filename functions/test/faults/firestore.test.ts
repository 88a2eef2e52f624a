import supertest from "supertest";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { composeApp } from "../../src/composition/compose-app.js";
import { dependencies } from "../../src/composition/compose.js";
import type { Dependencies } from "../../src/composition/dependencies.js";
import { isEnded } from "../../src/contract/runs.js";
import { sweepRuns } from "../../src/features/runs/lifecycle/sweep-runs.js";
import { handleTask } from "../../src/entry/task-handlers.js";
import { silentLogger } from "../../src/common/logger.js";
import { addMs, minuteMs, secondMs, sleep } from "../../src/common/time.js";
import { signUp } from "../abuse/world.js";
import { ended, expectSettled, project, reportFiles, start } from "./world.js";
import { startFaultWorker, type FaultWorker } from "./worker.js";
import { eventually } from "../eventually.js";
import { addFault, clearFaults, newTenant, runWhen, type Tenant } from "../worker.js";

/*
 * Faults of Firestore itself: it is down for a while, busy with other writers, or used by machines whose clocks
 * disagree. This process reaches it only through a proxy that can cut the connection.
 */

const timeout = 240_000;

let line: Line;
let worker: FaultWorker;
let http: ReturnType<typeof supertest>;
/** After its first run, each run exports the five newest days again, in one part, and finds the same. */
let tenant: Tenant;
let model: Record<string, string>;

beforeAll(async () => {
  line = await cuttableLine(process.env.FIRESTORE_EMULATOR_HOST!);
  process.env.FIRESTORE_EMULATOR_HOST = line.host;
  worker = await startFaultWorker();
  (await dependencies()).logger = silentLogger;
  http = supertest(await composeApp());
  tenant = await newTenant(worker.deps, project, ["event_count_change", "event_property_null_rate"]);
  const id = await start(worker, tenant);
  expect(await ended(worker, tenant, id)).toMatchObject({ status: "completed" });
  model = await reportFiles(worker, tenant, id);
}, timeout);
afterAll(async () => {
  await worker.close();
  line.close();
});
afterEach(async () => {
  line.mend();
  worker.rewind();
  await clearFaults();
});

/**
 * Starts a run whose export takes `delayMs` to begin, and resolves once a worker waits for it (on a busy machine, maybe
 * only when the run has ended). At that point the worker isn't in a transaction, whose locks Google's emulator would
 * keep for a minute after the cut.
 */
async function runThatExports(delayMs: number): Promise<string> {
  await addFault({
    kind: "slow-first-byte",
    delayMs,
    endpoint: "export",
    projectId: Number(project.projectId),
    count: 1,
  });
  const id = await start(worker, tenant);
  await runWhen(
    worker.deps,
    tenant.workspaceId,
    id,
    (run) => isEnded(run) || run.progress.step === "Reading a few days to choose segments",
  );
  return id;
}

async function expectModelReport(runId: string): Promise<void> {
  const run = await ended(worker, tenant, runId);
  expect(run).toMatchObject({ status: "completed", error: null });
  await expectSettled(worker, tenant, run);
  expect(await reportFiles(worker, tenant, runId)).toEqual(model);
}

const runIds = async () =>
  (await worker.deps.runs.list(tenant.workspaceId, { limit: 100 })).items.map(({ id }) => id);

describe("Firestore that is down for a while", () => {
  it("during a run: the run continues when it is back", { timeout }, async () => {
    const runId = await runThatExports(1_000);
    line.cut();
    await sleep(4 * secondMs);
    line.mend();
    await expectModelReport(runId);
  });

  it("at a start: the start waits, and one run is started", { timeout }, async () => {
    const before = await runIds();
    line.cut();
    const starting = start(worker, tenant);
    await sleep(secondMs);
    line.mend();
    const id = await starting;
    expect(await runIds()).toEqual([id, ...before]);
    await expectModelReport(id);
  });

  it("shows in the service's health until it is back", { timeout }, async () => {
    line.cut();
    const { body } = await http.get("/api/v1/health").expect(503);
    expect(body).toMatchObject({ status: "degraded", checks: { firestore: "failed", storage: "ok" } });
    line.mend();
    await eventually(async () => expect((await http.get("/api/v1/health")).status).toBe(200));
  });
});

it("of twelve parallel writes to one document, each succeeds or is told to retry", { timeout }, async () => {
  const { token } = await signUp();
  const connections = "/api/v1/mixpanel/connections";
  const fields = { projectId: "1000006", serviceUsername: "robot", secretRef: "secret" };
  const send = (request: supertest.Test, body: object) =>
    request.set("Authorization", `Bearer ${token}`).send(body);
  const { body: made } = await send(http.post(connections), fields).expect(201);
  const at = `${connections}/${made.id}`;
  const names = Array.from({ length: 12 }, (_, index) => `Name ${index}`);
  const answers = await Promise.all(
    names.map((projectName) => send(http.put(at), { ...fields, projectName })),
  );
  const written = answers.filter(({ status }) => status === 200).map(({ body }) => body.projectName);
  expect(written.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(written).toContain((await send(http.get(at), {}).expect(200)).body.projectName);
});

describe("a machine whose clock is", () => {
  it.each([
    ["ten minutes ahead takes over the run", 10],
    ["ten minutes behind leaves the run to the other", -10],
  ])("%s: one report, one charge", { timeout }, async (_name, minutes) => {
    const runId = await runThatExports(1_500);
    const other = {
      ...worker.deps,
      clock: { now: () => addMs(worker.deps.clock.now(), minutes * minuteMs) },
    };
    await sweepRuns(other, addMs(other.clock.now(), minuteMs));
    await delivered(other, "aggregateDays", { runId, part: 0 });
    await delivered(other, "executeRun", { runId });
    await expectModelReport(runId);
  });

  /** Delivers like a queue: a task that found the documents busy is delivered again. */
  async function delivered(
    deps: Dependencies,
    name: "aggregateDays" | "executeRun",
    payload: { runId: string; part?: number },
  ): Promise<void> {
    await eventually(() =>
      handleTask(deps, name, { workspaceId: tenant.workspaceId, ...payload }, { retryCount: 0 }),
    );
  }
});

type Line = { host: string; cut(): void; mend(): void; close(): void };

/** A TCP proxy to a server. When cut, it drops open connections and accepts no new ones. */
async function cuttableLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(`http://${target}`);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      drop();
    },
    mend: () => (isCut = false),
    close: () => {
      drop();
      server.close();
    },
  };
}
