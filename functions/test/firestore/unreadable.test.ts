import { afterAll, beforeAll, expect, it } from "vitest";
import { firestore } from "../../src/adapters/firestore/client.js";
import { firestoreConnections } from "../../src/adapters/firestore/connection-repository.js";
import { timestamp } from "../../src/adapters/firestore/documents.js";
import { paths } from "../../src/adapters/firestore/paths.js";
import { firestoreRuns } from "../../src/adapters/firestore/run-repository.js";
import { firestoreSetups } from "../../src/adapters/firestore/setup-repository.js";
import { applyRetention } from "../../src/features/retention/apply-retention.js";
import { newRun } from "../../src/features/runs/lifecycle/start-checks.js";
import { startRun } from "../../src/features/runs/lifecycle/start-run.js";
import { sweepRuns } from "../../src/features/runs/lifecycle/sweep-runs.js";
import { startDueSetups } from "../../src/features/runs/lifecycle/start-due-setups.js";
import { toSetup } from "../../src/features/setups/to-setup.js";
import { jsonLogger } from "../../src/common/logger.js";
import { addMs, dayMs, minuteMs } from "../../src/common/time.js";
import { MemoryQueue } from "../../src/testing/memory/memory-queue.js";
import { newTenant, startWorker, type Tenant, type Worker } from "../worker.js";

/* Documents that match no schema, because of a bug, a restored backup or a manual edit in the console. */

const longAgo = "2020-01-01T00:00:00.000Z";
/** More than one page. */
const moreSetups = 210;
const moreRuns = 110;
const lines: string[] = [];
const logger = jsonLogger({}, (line) => lines.push(line));
const queue = new MemoryQueue();
const project = { projectId: "1000002", timeZone: "UTC" };

/** Each run is ended in its own transactions, which takes a while. */
const patient = { timeout: 180_000 };

let worker: Worker;
let deps: Worker["deps"];
let bad: Tenant;

beforeAll(async () => {
  worker = await startWorker();
  const db = firestore();
  deps = {
    ...worker.deps,
    logger,
    queue,
    runs: firestoreRuns(db, logger),
    setups: firestoreSetups(db, logger),
    connections: firestoreConnections(db, logger),
  };
  bad = await newTenant(deps, project, ["event_stopped"]);
  const writer = db.bulkWriter();
  // All of them are due before anybody else's.
  for (let index = 0; index < moreSetups; index++) {
    const setup = { status: "active", nextRunAt: timestamp(longAgo), createdAt: timestamp(longAgo), name: 1 };
    void writer.set(db.doc(paths.setup(bad.workspaceId, `bad-${index}`)), setup);
  }
  for (let index = 0; index < moreRuns; index++) {
    const run = {
      status: "runnig",
      nextSweepAt: timestamp(longAgo),
      createdAt: timestamp(longAgo),
      parts: {},
    };
    void writer.set(db.doc(paths.run(bad.workspaceId, `bad-${index}`)), run);
  }
  void writer.set(db.doc(paths.connection(bad.workspaceId, "bad")), {
    status: "verified",
    createdAt: timestamp(longAgo),
  });
  await writer.close();
});
afterAll(async () => {
  await firestore().recursiveDelete(firestore().doc(paths.workspace(bad.workspaceId)));
  await worker.close();
});

const said = (message: string) =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line["message"] === message);

it("unreadable setups don't keep another workspace's from starting", async () => {
  const dueAt = addMs(deps.clock.now(), -minuteMs).toISOString();
  const good = await newTenant(deps, project, ["event_stopped"], {
    scheduleCron: "0 9 * * *",
    nextRunAt: dueAt,
  });
  await startDueSetups(deps, addMs(deps.clock.now(), minuteMs));
  expect((await deps.runs.list(good.workspaceId, { limit: 10 })).items).toMatchObject([
    { scheduledFor: dueAt },
  ]);
  expect(said("unreadable document left out").map(({ path }) => path)).toContain(
    paths.setup(bad.workspaceId, "bad-0"),
  );
  expect(said("setups not started").at(-1)).toMatchObject({ severity: "ERROR", unreadable: moreSetups });
});

it("unreadable runs don't keep another workspace's from being continued", patient, async () => {
  const good = await newTenant(deps, project, ["event_stopped"]);
  const [setup, connection] = await Promise.all([
    deps.setups.get(good.workspaceId, good.setupId),
    deps.connections.get(good.workspaceId, good.connectionId),
  ]);
  const now = addMs(deps.clock.now(), -dayMs);
  const lost = newRun({ id: "lost", now, setup, connection, trigger: "manual", holdsSlot: true });
  await deps.runs.transact(good.workspaceId, async (tx) => {
    tx.saveRun(lost);
    tx.saveAccount({ activeRunId: lost.id });
  });
  await sweepRuns(deps, addMs(deps.clock.now(), minuteMs));
  expect(queue.of("executeRun")).toContainEqual(
    expect.objectContaining({ workspaceId: good.workspaceId, runId: "lost" }),
  );
  expect(said("runs not swept").at(-1)).toMatchObject({ severity: "ERROR", unreadable: moreRuns });
});

it("an active run that can't be read is ended with a reason, and the next one starts", async () => {
  const tenant = await newTenant(deps, project, ["event_stopped"]);
  const { workspaceId, setupId } = tenant;
  const [setup, connection] = await Promise.all([
    deps.setups.get(workspaceId, setupId),
    deps.connections.get(workspaceId, tenant.connectionId),
  ]);
  const now = addMs(deps.clock.now(), -dayMs);
  const run = (id: string, differing: object) => ({
    ...newRun({ id, now, setup, connection, trigger: "scheduled", holdsSlot: false }),
    ...differing,
  });
  await deps.runs.transact(workspaceId, async (tx) => {
    tx.saveRun(run("broken", { holdsSlot: true }));
    // Queued behind it are another unreadable run and a readable one.
    tx.saveRun(run("waits-broken", { createdAt: addMs(now, -minuteMs).toISOString() }));
    tx.saveRun(run("waits", {}));
    tx.saveAccount({ activeRunId: "broken" });
  });
  const document = (id: string) => firestore().doc(paths.run(workspaceId, id));
  await Promise.all(
    ["broken", "waits-broken"].map((id) =>
      document(id).update({ parts: 7, status: "runnig", "setup.name": 1 }),
    ),
  );
  await document("waits-broken").update({ status: "pending" });
  await sweepRuns(deps, addMs(deps.clock.now(), minuteMs));

  expect((await deps.runs.account(workspaceId)).activeRunId).toBe("waits");
  for (const id of ["broken", "waits-broken"]) {
    const stored = (await document(id).get()).data()!;
    expect(stored).toMatchObject({
      status: "failed",
      holdsSlot: false,
      nextSweepAt: null,
      setup: { name: 1 },
    });
    expect((stored["error"] as { message: string }).message).toContain("can't be read");
  }
  expect(said("run orphaned").filter((line) => line["workspaceId"] === workspaceId)).toHaveLength(2);
  await sweepRuns(deps, addMs(deps.clock.now(), minuteMs));
  expect(said("run orphaned").filter((line) => line["workspaceId"] === workspaceId)).toHaveLength(2);
});

it("a run that has only just become unreadable keeps its slot, because a release may be rolled back", async () => {
  const { workspaceId, setupId } = await newTenant(deps, project, ["event_stopped"]);
  await firestore()
    .doc(paths.run(workspaceId, "new"))
    .set({ status: "running", nextSweepAt: timestamp(deps.clock.now().toISOString()) });
  await deps.runs.transact(workspaceId, async (tx) => tx.saveAccount({ activeRunId: "new" }));
  await expect(startRun(deps, workspaceId, setupId)).rejects.toMatchObject({ code: "run-already-active" });
  worker.advance(11 * minuteMs);
  expect(await startRun(deps, workspaceId, setupId)).toMatchObject({ status: "pending" });
});

it("a run is compared with the last readable one", async () => {
  const tenant = await newTenant(deps, project, ["event_stopped"]);
  const { workspaceId, setupId } = tenant;
  const [setup, connection] = await Promise.all([
    deps.setups.get(workspaceId, setupId),
    deps.connections.get(workspaceId, tenant.connectionId),
  ]);
  const judged = (id: string, lastTestedDay: string) => ({
    ...newRun({ id, now: deps.clock.now(), setup, connection, trigger: "manual", holdsSlot: false }),
    lastTestedDay,
  });
  await deps.runs.transact(workspaceId, async (tx) => {
    tx.saveRun(judged("good", "2026-01-01"));
    tx.saveRun(judged("broken", "2026-01-02"));
  });
  await firestore().doc(paths.run(workspaceId, "broken")).update({ parts: 7 });
  expect((await deps.runs.findLatestReport(workspaceId, setupId))?.id).toBe("good");
});

it("lists show what is readable, page by page, and the rest is logged", async () => {
  const { workspaceId, setupId, connectionId } = bad;
  const setups: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await deps.setups.list(workspaceId, { limit: 100, ...(cursor ? { cursor } : {}) });
    setups.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(setups).toEqual([setupId]);
  expect((await deps.connections.list(workspaceId, { limit: 10 })).items.map(({ id }) => id)).toEqual([
    connectionId,
  ]);
  expect((await deps.connections.findVerified(workspaceId))?.id).toBe(connectionId);
  const moved = await deps.setups.get(workspaceId, setupId);
  expect(await toSetup(deps, workspaceId, { ...moved, connectionId: "bad" })).toMatchObject({
    connection: null,
  });
  expect((await deps.runs.list(workspaceId, { limit: 10 })).items).toEqual([]);
  expect(said("unreadable document left out").map(({ path }) => path)).toContain(
    paths.connection(workspaceId, "bad"),
  );
});

it("old data is deleted whether it is readable or not", async () => {
  expect(await applyRetention(deps)).toBeGreaterThan(0);
  const { docs } = await firestore().collection(paths.runs(bad.workspaceId)).get();
  expect(docs.length).toBeLessThan(moreRuns);
});
