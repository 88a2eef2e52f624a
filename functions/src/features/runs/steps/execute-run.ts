import { objectPaths } from "../../../common/object-paths.js";
import { addMs, secondMs, toInstant } from "../../../common/time.js";
import { writeJson } from "../../../ports/object-store.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { TaskPayload } from "../../../ports/task-queue.js";
import { hourlyLimitStep, retryDelayMs } from "../exports/claim-part.js";
import { claimRun } from "../lifecycle/claim-run.js";
import { deleteAfterLostLease } from "../lifecycle/delete-after-lost-lease.js";
import { enqueueProjectContext } from "../../connections/enqueue-project-context.js";
import { recordVersions } from "./record-versions.js";
import { failRun, finishRun } from "../lifecycle/finish-run.js";
import { LeasedRun } from "../lifecycle/leased-run.js";
import { HistoryTooShortError, type Judged, judgeStep, QueryApiUnavailableError } from "./judge-step.js";
import { learnSegmentsStep } from "./learn-segments-step.js";
import {
  isShorterThanPlanned,
  planRun,
  planWithoutQueryApi,
  planWithShorterHistory,
  sampleStep,
  startReading,
  stepAfterExports,
} from "./plan-step.js";
import { repeatDays } from "./repeat-days.js";
import { loadRunConnection } from "../run-connection.js";
import {
  failureLogFields,
  classifyFailure,
  hourlyLimit,
  LeaseLostError,
  type Disposition,
} from "../run-failure.js";
import type { RunRecord } from "../run-record.js";
import { enqueueRun } from "../lifecycle/run-tasks.js";
import { taskGraceMs, maxAttempts, maxRateLimitWaits } from "../lifecycle/run-timing.js";
import { type AssessRun, writeResults } from "./write-results.js";

/**
 * Works on a run: plans it and enqueues its exports. When those are done, it is called again, evaluates the run and
 * finishes it. May be called any number of times, by any worker, after a crash at any point: each step runs once or
 * writes the same bytes again.
 */
export async function executeRun(
  deps: Dependencies,
  { workspaceId, runId }: TaskPayload<"executeRun">,
  assessRun: AssessRun,
  /** For workers with little memory: any other step is left to the run's own queue. */
  onlyPlans = false,
): Promise<void> {
  const owner = deps.ids.next();
  const record = await claimRun(deps, workspaceId, runId, owner);
  if (!record) return;
  const run = new LeasedRun(deps, workspaceId, record, owner);
  try {
    await work(deps, run, assessRun, onlyPlans);
  } catch (error) {
    await handleError(deps, run, run.signal.aborted ? run.signal.reason : error);
  } finally {
    run.stop();
  }
}

async function work(
  deps: Dependencies,
  run: LeasedRun,
  assessRun: AssessRun,
  onlyPlans: boolean,
): Promise<void> {
  const connection = await loadRunConnection(deps, run.workspaceId, run.record);
  let judged: Judged | null = null;
  // A step that needs exports releases the lease. The last of them enqueues the run again.
  while (run.record.lease && (!onlyPlans || run.record.step === "planning"))
    switch (run.record.step) {
      case "planning":
        if (await planOrRepeat(deps, run, connection)) return;
        break;
      case "sampling":
        await sampleStep(deps, run, connection);
        break;
      case "exporting":
        await endExports(deps, run, connection);
        break;
      case "learning":
        await learnSegmentsStep(deps, run, connection);
        break;
      case "judging":
        judged = await judgeOrReplan(deps, run, connection);
        break;
      case "writing":
        if (judged) return await write(deps, run, connection, judged, assessRun);
        await run.change({ step: "judging" });
        break;
    }
  if (!run.record.lease) return;
  const taskSequence = run.record.taskSequence + 1;
  await enqueueRun(deps, run.workspaceId, await run.change({ lease: null, taskSequence }));
}

/** @returns whether the run has ended, because it had nothing to say but what an earlier run of the day said */
async function planOrRepeat(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
): Promise<boolean> {
  const planned = await planRun(deps, run, connection);
  if (await repeatDays(deps, run, connection, planned)) return true;
  await enqueueProjectContext(deps, run.workspaceId, connection.id);
  await startReading(deps, run, connection, planned);
  return false;
}

/** Continues after the exports, or plans again if they were refused days that are too old. */
async function endExports(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
): Promise<RunRecord> {
  const { historyDays = null } = connection.capabilities ?? {};
  return wasRefusedHistory(run.record) && isShorterThanPlanned(run.record, historyDays)
    ? planWithShorterHistory(deps, run, connection, historyDays)
    : run.change({ step: stepAfterExports(run.record.plan!) });
}

async function write(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
  judged: Judged,
  assessRun: AssessRun,
): Promise<void> {
  const { hours } = judged;
  const assessment = await assessRun(
    deps,
    run.workspaceId,
    {
      runId: run.record.id,
      connectionId: connection.id,
      lastTestedDay: run.record.plan!.lastDay,
      versionDays: () => judged.versions.map(({ day }) => day),
      hours: hours?.tested.status === "tested" ? { ...hours, day: hours.tested.day } : null,
    },
    judged.detectors.flatMap((detector) => ("outcome" in detector ? [detector.outcome] : [])),
  );
  const detectors = await writeResults(deps, run, judged.detectors, assessment);
  if (judged.names)
    await writeJson(deps.objects, objectPaths.runNames(run.workspaceId, run.record.id), judged.names);
  const stoppedEvents = stoppedEventsOf(judged);
  await finishRun(deps, run, detectors, { hours: hours?.tested ?? null, stoppedEvents });
  await recordVersions(deps, run.workspaceId, connection, judged);
}

/** More of them than this aren't stored with a run. */
const mostStopped = 100;

/** Null if later runs of the day have to judge the days again. */
const stoppedEventsOf = ({ detectors, hours, stopped }: Judged): RunRecord["stoppedEvents"] =>
  hours?.rows.length === 0 &&
  stopped.size <= mostStopped &&
  detectors.every((detector) => "outcome" in detector)
    ? [...stopped]
    : null;

/** Whether an export asked for days that the project's Mixpanel plan gives no access to. */
const wasRefusedHistory = ({ parts }: RunRecord): boolean =>
  parts.some(({ error }) => error?.code === "history");

/** @returns null after a refusal, when the run was planned again */
async function judgeOrReplan(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
): Promise<Judged | null> {
  try {
    const judged = await judgeStep(deps, run, connection);
    await run.change({ step: "writing" });
    return judged;
  } catch (error) {
    await planAgain(deps, run, connection, error);
    return null;
  }
}

/** Plans again after a refusal. Each new plan rules its refusal out or reads fewer days, so this ends. @throws other errors */
function planAgain(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
  error: unknown,
): Promise<RunRecord> {
  if (error instanceof QueryApiUnavailableError) return planWithoutQueryApi(deps, run, connection);
  if (error instanceof HistoryTooShortError)
    return planWithShorterHistory(deps, run, connection, error.historyDays);
  throw error;
}

/** Decides whether a run that threw an error fails, retries or waits. */
async function handleError(deps: Dependencies, run: LeasedRun, error: unknown): Promise<void> {
  const { workspaceId, record } = run;
  try {
    if (error instanceof LeaseLostError) throw error;
    const disposition = classifyFailure(error);
    const { step } = run.record.progress;
    const { attempt, rateLimitWaits } = record;
    const fields = {
      workspaceId,
      runId: record.id,
      step,
      attempt,
      rateLimitWaits,
      ...failureLogFields(disposition),
    };
    deps.logger.warn("run interrupted", fields, error);
    const later = afterAttempt(record, disposition, deps.clock.now());
    if ("failure" in later) return await failRun(deps, run, later.failure);
    await enqueueRun(deps, workspaceId, await run.change({ ...later.change, lease: null }));
  } catch (failure) {
    if (!(failure instanceof LeaseLostError)) throw failure;
    await deleteAfterLostLease(deps, workspaceId, record);
  }
}

type AfterAttempt = { change: Partial<RunRecord> } | { failure: { code: string; message: string } };

function afterAttempt(
  { attempt, rateLimitWaits, taskSequence, progress }: RunRecord,
  disposition: Disposition,
  now: Date,
): AfterAttempt {
  switch (disposition.kind) {
    case "failed":
      return { failure: disposition.failure };
    case "wait": {
      if (rateLimitWaits + 1 > maxRateLimitWaits) return { failure: hourlyLimit };
      const step = { step: hourlyLimitStep, done: 0, total: null };
      return {
        change: {
          rateLimitWaits: rateLimitWaits + 1,
          progress: step,
          ...resumeFields(now, disposition.seconds * secondMs, taskSequence),
        },
      };
    }
    case "retry":
      if (attempt + 1 >= maxAttempts) return { failure: disposition.failure };
      return {
        change: {
          attempt: attempt + 1,
          progress,
          ...resumeFields(now, retryDelayMs(attempt + 1), taskSequence),
        },
      };
  }
}

const resumeFields = (now: Date, afterMs: number, taskSequence: number): Partial<RunRecord> => ({
  resumeAt: toInstant(addMs(now, afterMs)),
  nextSweepAt: toInstant(addMs(now, afterMs + taskGraceMs)),
  taskSequence: taskSequence + 1,
});
