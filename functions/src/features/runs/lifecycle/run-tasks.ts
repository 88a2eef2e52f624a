import type { WorkspaceId } from "../../../contract/workspaces.js";
import { taskId } from "../../../common/task-id.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { enqueueOrLog } from "../../../ports/task-queue.js";
import type { RunRecord } from "../run-record.js";
import { isUnrecorded } from "./end-run.js";

type Deps = Pick<Dependencies, "queue" | "logger">;

type QueuedRun = Pick<
  RunRecord,
  "id" | "taskSequence" | "resumeAt" | "isFreeTier" | "trigger" | "checksHours" | "step"
>;

/** The queue of the run's next step. Most hourly runs end while they are planned, for which little memory is enough. */
function queueOf({ isFreeTier, trigger, checksHours, step }: Omit<QueuedRun, "id">) {
  if (isFreeTier) return "executeFreeRun";
  return trigger === "scheduled" && checksHours && step === "planning" ? "planHourlyRun" : "executeRun";
}

/** Enqueues the run's task. If the queue doesn't answer, the sweeper finds the run by its `nextSweepAt`. */
export const enqueueRun = (deps: Deps, workspaceId: WorkspaceId, run: QueuedRun): Promise<void> =>
  enqueueOrLog(
    deps,
    queueOf(run),
    { workspaceId, runId: run.id },
    {
      id: taskId("executeRun", workspaceId, run.id, run.taskSequence),
      ...(run.resumeAt ? { notBefore: new Date(run.resumeAt) } : {}),
    },
  );

/** Enqueues the export tasks of the pending parts. */
export async function enqueueParts(
  deps: Deps,
  workspaceId: WorkspaceId,
  run: Pick<RunRecord, "id" | "parts" | "isFreeTier">,
  indexes: readonly number[] = [...run.parts.keys()],
): Promise<void> {
  for (const part of indexes) {
    const { status, taskSequence, resumeAt } = run.parts[part]!;
    if (status === "pending")
      await enqueueOrLog(
        deps,
        run.isFreeTier ? "aggregateFreeDays" : "aggregateDays",
        { workspaceId, runId: run.id, part },
        {
          id: taskId("aggregateDays", workspaceId, run.id, part, taskSequence),
          ...(resumeAt ? { notBefore: new Date(resumeAt) } : {}),
        },
      );
  }
}

/** Enqueues what follows the end of a run, unless it is recorded or has nothing to record. */
export async function enqueueRecording(deps: Deps, workspaceId: WorkspaceId, run: RunRecord): Promise<void> {
  if (!isUnrecorded(run)) return;
  await enqueueOrLog(
    deps,
    "recordRun",
    { workspaceId, runId: run.id },
    { id: taskId("recordRun", workspaceId, run.id, run.taskSequence) },
  );
}

/** Enqueues the email that tells owners that the spending limit is near or reached. The billing page shows it, too. */
export const enqueueSpendingWarning = (
  deps: Deps,
  workspaceId: WorkspaceId,
  { id: runId }: Pick<RunRecord, "id">,
): Promise<void> =>
  enqueueOrLog(
    deps,
    "sendSpendingWarning",
    { workspaceId },
    { id: taskId("sendSpendingWarning", workspaceId, runId) },
  );
