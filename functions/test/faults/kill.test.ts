import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RunRecord } from "../../src/features/runs/run-record.js";
import { startDueSetups } from "../../src/features/runs/lifecycle/start-due-setups.js";
import { startRun } from "../../src/features/runs/lifecycle/start-run.js";
import { addMs, minuteMs } from "../../src/common/time.js";
import {
  ended,
  expectSettled,
  mailed,
  mailsAbout,
  messagesAbout,
  messageTo,
  project,
  reportFiles,
  sweepWhenDue,
} from "./world.js";
import { startFaultWorker, type FaultWorker } from "./worker.js";
import { eventually } from "../eventually.js";
import { addFault, clearFaults, newTenant, runWhen, tasksFor, type Tenant } from "../worker.js";

/*
 * Workers that die without notice: separate processes, ended by SIGKILL while they work. Google's emulator keeps a killed
 * client's locks for a minute, so a test whose worker dies inside a transaction takes longer than that.
 */

const keys = ["event_count_change", "event_property_null_rate"] as const;

let worker: FaultWorker;
let model: Record<string, string>;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  worker = await startFaultWorker();
  const healthy = await newTenant(worker.deps, project, [...keys]);
  const { id } = await startRun(worker.deps, healthy.workspaceId, healthy.setupId);
  expect(await ended(worker, healthy, id)).toMatchObject({ status: "completed" });
  model = await reportFiles(worker, healthy, id);
});
afterAll(() => worker.close());
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
  worker.rewind();
  await clearFaults();
});

/** Starts a worker in its own process and a queue that delivers to it. `standStill` makes it hang at its email. */
async function mortalWorker(standStill?: "before-mail" | "after-mail") {
  const child = spawn(
    process.execPath,
    [
      "--import",
      "tsx",
      new URL("worker-process.ts", import.meta.url).pathname,
      String(worker.aheadMs()),
      ...(standStill ? [standStill] : []),
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: process.env,
    },
  );
  children.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: url } = (await lines.next()) as { value: string };
  const queue = tasksFor(url);
  const kill = async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  return { queue, kill, stoodStill: async () => void (await lines.next()) };
}

/** Starts a run in a worker process, kills the process once `is` holds, and lets this process finish the run. */
async function killedWhen(tenant: Tenant, is: (run: RunRecord) => boolean): Promise<RunRecord> {
  const { queue, kill } = await mortalWorker();
  const { id } = await startRun({ ...worker.deps, queue }, tenant.workspaceId, tenant.setupId);
  const before = await runWhen(worker.deps, tenant.workspaceId, id, is);
  await kill();
  await clearFaults();
  // Past every lease, so that the next tick considers the worker dead.
  worker.advance(2 * minuteMs);
  const run = await ended(worker, tenant, before.id);
  await expectSettled(worker, tenant, run);
  return run;
}

describe("a worker killed", () => {
  it("during an export: the run still ends with one report and one charge", async () => {
    const tenant = await newTenant(worker.deps, project, [...keys]);
    await addFault({
      kind: "slow-first-byte",
      delayMs: 60_000,
      endpoint: "export",
      projectId: 1000008,
      count: null,
    });
    // The sample is waiting for its first byte, so the worker is in no transaction.
    const run = await killedWhen(
      tenant,
      ({ progress }) => progress.step === "Reading a few days to choose segments",
    );
    expect(run.status).toBe("completed");
    expect(await reportFiles(worker, tenant, run.id)).toEqual(model);
    expect((await mailsAbout(tenant, run.id)).length).toBeLessThanOrEqual(1);
  });

  it("while it evaluates: the run still ends with one report and one charge", async () => {
    const tenant = await newTenant(worker.deps, project, [...keys]);
    await addFault({ kind: "hang", endpoint: "events/names", projectId: 1000008, count: 1 });
    const run = await killedWhen(
      tenant,
      ({ lease, progress }) => lease !== null && progress.step.startsWith("Reading event counts"),
    );
    expect(run).toMatchObject({ status: "completed", attempt: 1 });
    expect(await reportFiles(worker, tenant, run.id)).toEqual(model);
  });

  it("three times: the run fails with a reason, and the account can run again", async () => {
    const tenant = await newTenant(worker.deps, project, ["event_count_change"]);
    await addFault({ kind: "hang", endpoint: "events/names", projectId: 1000008, count: null });
    const { queue, kill } = await mortalWorker();
    const { id } = await startRun({ ...worker.deps, queue }, tenant.workspaceId, tenant.setupId);
    await runWhen(worker.deps, tenant.workspaceId, id, ({ lease }) => lease !== null);
    await kill();
    // Two more workers die, leaving only their leases.
    const die = (death: number) =>
      worker.deps.runs.transact(tenant.workspaceId, async (tx) => {
        const run = (await tx.run(id))!;
        const attempt = run.attempt + 1;
        tx.saveRun({ ...run, attempt, lease: { owner: `dead-${death}`, expiresAt: run.lease!.expiresAt } });
      });
    // If a worker is killed inside a transaction, the emulator keeps its locks until they time out.
    for (let death = 0; death < 2; death++) await eventually(() => die(death));
    worker.advance(2 * minuteMs);
    const run = await ended(worker, tenant, id);
    expect(run).toMatchObject({ status: "failed", error: { code: "interrupted" } });
    await expectSettled(worker, tenant, run);
    await clearFaults();
    const next = await startRun(worker.deps, tenant.workspaceId, tenant.setupId);
    expect((await ended(worker, tenant, next.id)).status).toBe("completed");
  });
});

describe("a worker killed right before or after sending an email", () => {
  /** Runs a scheduled run that fails, kills its worker at the email, and lets time pass. @returns the emails' ids */
  async function mailsOfRun(standStill: "before-mail" | "after-mail"): Promise<string[]> {
    const dueAt = addMs(worker.deps.clock.now(), -minuteMs).toISOString();
    const tenant = await newTenant(worker.deps, project, ["event_count_change"], {
      scheduleCron: "0 9 * * *",
      nextRunAt: dueAt,
    });
    await addFault({ kind: "revoked-secret", projectId: 1000008, count: null });
    const { queue, kill, stoodStill } = await mortalWorker(standStill);
    await startDueSetups({ ...worker.deps, queue }, addMs(worker.deps.clock.now(), minuteMs));
    const [{ id }] = (await worker.deps.runs.list(tenant.workspaceId, { limit: 1 })).items as [RunRecord];
    // While it hangs, the worker isn't in a transaction, whose locks would outlive it.
    await stoodStill();
    await kill();
    expect((await messageTo(worker, tenant, id))!.status).toBe("waiting");

    // The email is sent only after the dead worker's claim on it has expired.
    worker.advance(11 * minuteMs);
    const run = await mailed(worker, tenant, id);
    expect(run).toMatchObject({ status: "failed", error: { code: "credentials" } });
    await expectSettled(worker, tenant, run);
    worker.advance(60 * minuteMs);
    await sweepWhenDue(worker, await worker.deps.runs.find(tenant.workspaceId, id));
    return (await messagesAbout(tenant, id)).map(({ headers }) => headers["message-id"]!);
  }

  it("before: one email is sent", async () => {
    expect(await mailsOfRun("before-mail")).toHaveLength(1);
  });

  it("after, with nothing recorded yet: a copy with the same id is sent", async () => {
    const ids = await mailsOfRun("after-mail");
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@plumbline\.dev>$/);
  });
});

describe("two schedulers at once", () => {
  it("start a due setup once, and its run ends once", async () => {
    const dueAt = addMs(worker.deps.clock.now(), -minuteMs).toISOString();
    const tenant = await newTenant(worker.deps, project, ["event_count_change"], {
      scheduleCron: "0 9 * * *",
      nextRunAt: dueAt,
    });
    const until = addMs(worker.deps.clock.now(), minuteMs);
    await Promise.all([startDueSetups(worker.deps, until), startDueSetups(worker.deps, until)]);
    const { items } = await worker.deps.runs.list(tenant.workspaceId, { limit: 10 });
    expect(items).toMatchObject([{ trigger: "scheduled", scheduledFor: dueAt }]);
    const run = await ended(worker, tenant, items[0]!.id);
    expect(run.status).toBe("completed");
    await expectSettled(worker, tenant, run);
    expect((await mailsAbout(tenant, run.id)).length).toBeLessThanOrEqual(1);
  });
});
