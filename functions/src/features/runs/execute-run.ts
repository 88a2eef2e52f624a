import { addMs, secondMs, toInstant } from "../../shared/time.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { Dependencies } from "../dependencies.js";
import { objectPaths } from "../objects/object-paths.js";
import type { TaskPayload } from "../tasks/tasks.js";
import { hourlyLimitStep, retryDelayMs } from "./claim-part.js";
import { claimRun } from "./claim-run.js";
import { deleteLeftovers } from "./end-run.js";
import { failRun, finishRun } from "./finish-run.js";
import { HeldRun } from "./held-run.js";
import { judgeStep, QueryApiLostError } from "./judge-step.js";
import { planStep, planWithoutQueryApi } from "./plan-step.js";
import { connectionOf, forgetFormerProject } from "./run-connection.js";
import { described, dispositionOf, hourlyLimit, RunLostError, type Disposition } from "./run-failure.js";
import { isEnded, type RunRecord } from "./run-record.js";
import { enqueueRun } from "./run-tasks.js";
import { dispatchPatienceMs, maxAttempts, maxWaits } from "./run-timing.js";
import { writeResults } from "./write-results.js";

/**
 * Works on a run: plans it and hands its exports out; when those are done, is called again, judges and finishes.
 * May be called any number of times, by any worker, after a crash at any point: each step is carried out once or gives
 * the same bytes again.
 */
export async function executeRun(
  deps: Dependencies,
  { uid, runId }: TaskPayload<"executeRun">,
): Promise<void> {
  const owner = deps.ids.next();
  const record = await claimRun(deps, uid, runId, owner);
  if (!record) return;
  const run = new HeldRun(deps, uid, record, owner);
  try {
    await work(deps, run);
  } catch (error) {
    await settle(deps, run, run.signal.aborted ? run.signal.reason : error);
  } finally {
    run.stop();
  }
}

async function work(deps: Dependencies, run: HeldRun): Promise<void> {
  const connection = await connectionOf(deps, run.uid, run.record);
  if (!run.record.plan) {
    const { lease } = await planStep(deps, run, connection);
    if (!lease) return;
  }
  const judged = await judgedOrReplanned(deps, run, connection);
  if (judged) await finishRun(deps, run, await writeResults(deps, run, judged));
}

/** Null when the plan turned out to need more exports first, and the run was let go for them. */
async function judgedOrReplanned(deps: Dependencies, run: HeldRun, connection: ConnectionRecord) {
  try {
    return await judgeStep(deps, run, connection);
  } catch (error) {
    if (!(error instanceof QueryApiLostError)) throw error;
    const { lease } = await planWithoutQueryApi(deps, run, connection);
    return lease && judgeStep(deps, run, connection);
  }
}

/** What becomes of a run whose worker could not go on. */
async function settle(deps: Dependencies, run: HeldRun, error: unknown): Promise<void> {
  const { uid, record } = run;
  try {
    if (error instanceof RunLostError) throw error;
    const disposition = dispositionOf(error);
    const { step } = run.record.progress;
    const { attempt, waits } = record;
    const fields = { uid, runId: record.id, step, attempt, waits, ...described(disposition) };
    deps.logger.warn("run interrupted", fields, error);
    const later = afterTry(record, disposition, deps.clock.now());
    if ("failure" in later) return await failRun(deps, run, later.failure);
    await enqueueRun(deps, uid, await run.change({ ...later.change, lease: null }));
  } catch (settling) {
    if (!(settling instanceof RunLostError)) throw settling;
    await tidyUp(deps, uid, record);
  }
}

/** A run that was cancelled or deleted under its worker's hands leaves nothing behind. */
async function tidyUp(deps: Dependencies, uid: string, record: RunRecord): Promise<void> {
  const stored = await deps.runs.find(uid, record.id);
  if (!stored) await deps.objects.deletePrefix(objectPaths.run(uid, record.id));
  else if (isEnded(stored)) await deleteLeftovers(deps.objects, uid, stored);
  await forgetFormerProject(deps, uid, record);
}

type AfterTry = { change: Partial<RunRecord> } | { failure: { code: string; message: string } };

function afterTry(
  { attempt, waits, dispatch, progress }: RunRecord,
  disposition: Disposition,
  now: Date,
): AfterTry {
  switch (disposition.kind) {
    case "failed":
      return { failure: disposition.failure };
    case "wait": {
      if (waits + 1 > maxWaits) return { failure: hourlyLimit };
      const step = { step: hourlyLimitStep, done: 0, total: null };
      return {
        change: {
          waits: waits + 1,
          progress: step,
          ...resuming(now, disposition.seconds * secondMs, dispatch),
        },
      };
    }
    case "retry":
      if (attempt + 1 >= maxAttempts) return { failure: disposition.failure };
      return {
        change: { attempt: attempt + 1, progress, ...resuming(now, retryDelayMs(attempt + 1), dispatch) },
      };
  }
}

const resuming = (now: Date, afterMs: number, dispatch: number): Partial<RunRecord> => ({
  resumeAt: toInstant(addMs(now, afterMs)),
  wakeAt: toInstant(addMs(now, afterMs + dispatchPatienceMs)),
  dispatch: dispatch + 1,
});
