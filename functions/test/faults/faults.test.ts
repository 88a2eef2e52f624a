import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { firestore } from "../../src/adapters/firestore/client.js";
import { paths } from "../../src/adapters/firestore/paths.js";
import type { Dependencies } from "../../src/composition/dependencies.js";
import { deleteRun } from "../../src/features/runs/lifecycle/delete-run.js";
import { isEnded } from "../../src/contract/runs.js";
import type { RunRecord } from "../../src/features/runs/run-record.js";
import { sweepRuns } from "../../src/features/runs/lifecycle/sweep-runs.js";
import { handleTask } from "../../src/entry/task-handlers.js";
import { addMs, dayMs, minuteMs } from "../../src/common/time.js";
import { crashingAt } from "../../src/testing/crashing.js";
import {
  ended,
  expectSettled,
  mailed,
  mailsAbout,
  project,
  reportFiles,
  setFaults,
  start,
  sweepWhenDue,
} from "./world.js";
import { startFaultWorker, type FaultWorker } from "./worker.js";
import { addFault, clearFaults, newTenant, runWhen, type Tenant } from "../worker.js";

/*
 * Faults during a run, with the real adapters. Every run of the tenant is its second one: it exports the five newest
 * days again in one request and is compared with the first run, of the day before. So all must give the same report.
 */

const property = { kind: "explicit-null", property: "language", every: 1, count: null };

let worker: FaultWorker;
let tenant: Tenant;
let firstRun: string;
let model: Record<string, string>;

const fault = (more: Record<string, unknown>) =>
  addFault({ endpoint: "export", projectId: Number(project.projectId), ...more });

beforeAll(async () => {
  worker = await startFaultWorker();
  tenant = await newTenant(worker.deps, project, ["event_property_null_rate"]);
  // The first run reads the earlier days; from then on, the newest five lack a property.
  worker.advance(-dayMs);
  firstRun = await start(worker, tenant);
  expect(await ended(worker, tenant, firstRun)).toMatchObject({ status: "completed" });
  worker.rewind();
  await fault(property);
  const second = await start(worker, tenant);
  expect(await ended(worker, tenant, second)).toMatchObject({ status: "completed" });
  model = await reportFiles(worker, tenant, second);
  await forgetLaterRuns();
  expect(model["event_property_null_rate.csv"]).toContain("alert,new,language");
});

afterAll(() => worker.close());
afterEach(async () => {
  worker.times = 1;
  worker.rewind();
  await Promise.all([clearFaults(), setFaults("tasks"), setFaults("storage")]);
  await forgetLaterRuns();
});

/** Deletes all runs but the first, and their incidents, because a run that finds nothing new sends no email. */
async function forgetLaterRuns(): Promise<void> {
  const { workspaceId } = tenant;
  const { items } = await worker.deps.runs.list(workspaceId, { limit: 50 });
  const isRecorded = ({ recordedAt }: RunRecord): boolean => recordedAt !== null;
  await worker.idle();
  for (const { id, summary } of items)
    if (summary)
      await runWhen(worker.deps, workspaceId, id, isRecorded, async (run) => {
        // If a worker died before it could ask for the recording, only a sweep does.
        const now = worker.deps.clock.now().getTime();
        if (run?.nextSweepAt) worker.advance(Math.max(0, Date.parse(run.nextSweepAt) - now));
        await sweepWhenDue(worker, run);
      });
  // A second delivery that still waits for a lock would record a forgotten run's incidents anew.
  await worker.idle();
  for (const { id } of items) if (id !== firstRun) await deleteRun(worker.deps, workspaceId, id);
  await firestore().recursiveDelete(firestore().collection(paths.incidents(workspaceId)));
}

/** Runs with faults that are set before the run starts; `during` can set more while it runs. */
async function runUnder(faults: Record<string, unknown>[], during?: (runId: string) => Promise<void>) {
  await fault(property);
  for (const each of faults) await fault(each);
  const runId = await start(worker, tenant);
  await during?.(runId);
  const run = await ended(worker, tenant, runId);
  await expectSettled(worker, tenant, run);
  return run;
}

/** Expects one correct report and one email about it. */
async function expectModelReport(runId: string): Promise<void> {
  expect(await reportFiles(worker, tenant, runId)).toEqual(model);
  await mailed(worker, tenant, runId);
  expect(await mailsAbout(tenant, runId)).toHaveLength(1);
}

describe("a transient fault ends in the same report, one charge and one email", () => {
  const passing: [string, Record<string, unknown>[]][] = [
    ["an export ends in `terminated early`", [{ kind: "terminated-early" }]],
    [
      "an export ends like that twice, at another line",
      [{ kind: "terminated-early", afterLines: 900, count: 2 }],
    ],
    ["the connection is cut within a line", [{ kind: "cut-mid-line" }]],
    ["a line in the middle of an export isn't JSON", [{ kind: "invalid-json" }]],
    ["Mixpanel's hourly limit is used up", [{ kind: "rate-limit-hourly" }]],
    ["the hourly limit is used up four times", [{ kind: "rate-limit-hourly", count: 4 }]],
    ["too many requests run at once", [{ kind: "rate-limit-concurrency", count: 2 }]],
    ["Mixpanel sheds load", [{ kind: "rate-limit-shedding", count: 2 }]],
    ["Mixpanel answers 500", [{ kind: "server-error", status: 500, count: 2 }]],
    ["Mixpanel answers 503 in HTML", [{ kind: "server-error", status: 503, count: 2 }]],
    ["Mixpanel is down for longer than one attempt lasts", [{ kind: "server-error", status: 503, count: 5 }]],
    ["the first byte is late", [{ kind: "slow-first-byte", delayMs: 300 }]],
    ["Mixpanel never answers one request", [{ kind: "hang" }]],
    ["several things go wrong in turn", [{ kind: "rate-limit-concurrency" }, { kind: "cut-mid-line" }]],
  ];

  it.each(passing)("when %s", async (_name, faults) => {
    const run = await runUnder(faults);
    expect(run).toMatchObject({ status: "completed", error: null });
    expect(run.requestsUsed.export).toBeLessThanOrEqual(10);
    await expectModelReport(run.id);
  });

  it("when every task is delivered twice at the same moment", async () => {
    await setFaults("tasks", { deliverTwice: 10 });
    const run = await runUnder([]);
    expect(run).toMatchObject({ status: "completed", attempt: 0 });
    await expectModelReport(run.id);
  });

  it("when a task is delivered again long after the run's end", async () => {
    const run = await runUnder([]);
    const { workspaceId } = tenant;
    for (const name of ["executeRun", "aggregateDays", "recordRun"] as const)
      await handleTask(worker.deps, name, { workspaceId, runId: run.id, part: 0 }, { retryCount: 1 });
    await expectSettled(worker, tenant, run);
    await expectModelReport(run.id);
  });

  it("when the queue loses the run's first task", async () => {
    await setFaults("tasks", { drop: 1, queue: "executeFreeRun" });
    const run = await runUnder([], async (runId) => passDispatchTime(runId));
    expect(run.status).toBe("completed");
    await expectModelReport(run.id);
  });

  it("when the queue refuses tasks after the run was created", async () => {
    await setFaults("tasks", { failCreates: 20 });
    const run = await runUnder([], async (runId) => {
      expect((await worker.deps.runs.find(tenant.workspaceId, runId))!.status).toBe("pending");
      await setFaults("tasks");
      await passDispatchTime(runId);
    });
    expect(run.status).toBe("completed");
    await expectModelReport(run.id);
  });

  it("when Storage refuses writes for a while", async () => {
    await setFaults("storage", { failWrites: 2 });
    const run = await runUnder([]);
    expect(run.status).toBe("completed");
    await expectModelReport(run.id);
  });

  it("when Storage refuses reads for a while", async () => {
    await setFaults("storage", { failReads: 2 });
    const run = await runUnder([]);
    expect(run.status).toBe("completed");
    await expectModelReport(run.id);
  });

  /** Advances the clock until the sweeper considers an enqueued task lost. */
  async function passDispatchTime(runId: string): Promise<void> {
    const { nextSweepAt } = (await worker.deps.runs.find(tenant.workspaceId, runId))!;
    worker.advance(Date.parse(nextSweepAt!) - worker.deps.clock.now().getTime() + 1_000);
    await sweepRuns(worker.deps, addMs(worker.deps.clock.now(), minuteMs));
  }
});

describe("a worker that dies", () => {
  /** Starts the tenant's next run on a worker with these dependencies. Once `is` holds, a healthy worker takes over. */
  async function runBy(deps: Dependencies, is: (run: RunRecord) => Promise<boolean>): Promise<string> {
    const own = worker.deps;
    let begin = () => {};
    worker.held = new Promise((resolve) => (begin = resolve));
    await fault(property);
    const runId = await start(worker, tenant);
    worker.deps = deps;
    begin();
    try {
      let holds = false;
      await runWhen(
        own,
        tenant.workspaceId,
        runId,
        () => holds,
        async (run) => {
          holds = run !== null && (await is(run));
        },
      );
    } finally {
      worker.deps = own;
    }
    return runId;
  }

  it(
    "at any call, before or after its effect: the same report and one charge",
    { timeout: 600_000 },
    async () => {
      const { deps } = worker;
      const watched = crashingAt(deps, Infinity, true);
      await runBy(watched.deps, async ({ id }) => (await mailsAbout(tenant, id)).length === 1);
      let calls = watched.calls();
      await forgetLaterRuns();
      const shares = [0.2, 0.45, 0.7, 0.95];
      for (let index = 0; index < shares.length;) {
        const call = Math.ceil(shares[index]! * calls);
        const crashing = crashingAt(deps, call, index % 2 === 0);
        const hasDied = () => crashing.calls() >= call;
        const runId = await runBy(crashing.deps, async (run) => hasDied() || isEnded(run));
        // A slow machine renews more leases in a run than a fast one, so the run may be over before this call.
        if (hasDied()) index++;
        else calls = crashing.calls();
        worker.advance(2 * minuteMs);
        const run = await ended(worker, tenant, runId);
        expect(run, `died at call ${call} of ${calls}`).toMatchObject({ status: "completed", error: null });
        await expectSettled(worker, tenant, run);
        expect(await reportFiles(worker, tenant, runId)).toEqual(model);
        await forgetLaterRuns();
      }
    },
  );
});

describe("a lasting fault fails the run without a charge and tells the user what to do", () => {
  const lasting: [string, Record<string, unknown>, string, RegExp][] = [
    [
      "the secret was revoked",
      { kind: "revoked-secret" },
      "credentials",
      /service account.*username and secret/,
    ],
    [
      "the plan does not include the export",
      { kind: "payment-required", count: null },
      "plan",
      /plan of this project/,
    ],
    ["the role was taken away", { kind: "forbidden", count: null }, "no-access", /Admin role/],
    ["Mixpanel stays down", { kind: "server-error", count: null }, "unavailable", /again later/],
    [
      "every export breaks off",
      { kind: "terminated-early", count: null },
      "export-incomplete",
      /ended the export early/,
    ],
    [
      "the hourly limit stays used up",
      { kind: "rate-limit-hourly", count: null },
      "hourly-limit",
      /quieter hour/,
    ],
    ["Mixpanel never answers", { kind: "hang", count: null }, "unavailable", /did not answer/],
  ];

  it.each(lasting)("when %s", async (_name, cause, code, message) => {
    // Shortens the wait, because a request that hangs never gets a response.
    if (cause["kind"] === "hang") worker.waitFor(300);
    const run = await runUnder([cause]);
    expect(run).toMatchObject({ status: "failed", summary: null, error: { code } });
    expect(run.error!.message).toMatch(message);
    expect(run.error!.message).not.toMatch(/<|Error:|undefined|stack/);
    expect(run.requestsUsed.export).toBeLessThanOrEqual(10);
    expect(await mailsAbout(tenant, run.id)).toEqual([]);
    expect(await reportFiles(worker, tenant, run.id)).toEqual({});
  });

  it("and the next run isn't affected", async () => {
    const run = await runUnder([]);
    expect(run.status).toBe("completed");
    await expectModelReport(run.id);
  });
});

describe("a request that Mixpanel refuses", () => {
  it("fails only the checks that need it", async () => {
    const both = await newTenant(worker.deps, project, ["event_stopped", "user_property_null_rate"]);
    const runId = await start(worker, both);
    const run = await ended(worker, both, runId);
    // This service account isn't allowed to read profiles.
    expect(run).toMatchObject({ status: "partial", summary: { failed: 1 } });
    await expectSettled(worker, both, run);
    const detector = await firestore()
      .doc(paths.runDetector(both.workspaceId, runId, "user_property_null_rate"))
      .get();
    expect(detector.get("reason")).toMatch(/user profiles.*Admin role/);
  });

  it("fails the run if the secret was revoked", async () => {
    const counts = await newTenant(worker.deps, project, ["event_stopped"]);
    await fault({ kind: "revoked-secret", endpoint: "events" });
    const run = await ended(worker, counts, await start(worker, counts));
    expect(run).toMatchObject({ status: "failed", error: { code: "credentials" } });
    await expectSettled(worker, counts, run);
  });
});

describe("a project without any data", () => {
  it("is inconclusive, not an alert about everything", async () => {
    const empty = await newTenant(worker.deps, { projectId: "1000006", timeZone: "UTC" }, [
      "event_count_change",
      "event_stopped",
      "event_property_null_rate",
    ]);
    const run = await ended(worker, empty, await start(worker, empty));
    expect(run).toMatchObject({ status: "completed", summary: { alerts: 0, warnings: 0, failed: 0 } });
    await expectSettled(worker, empty, run);
  });
});
