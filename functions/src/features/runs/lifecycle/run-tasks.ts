import type { WorkspaceId } from "../../../contract/workspaces.js";
import { taskId } from "../../../common/task-id.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { RunRecord } from "../run-record.js";

type Deps = Pick<Dependencies, "queue" | "logger">;

/**
 * Enqueues the run's task. Doesn't throw if the queue doesn't answer: the sweeper finds the run by its `nextSweepAt` and
 * enqueues it then.
 */
export async function enqueueRun(
  { queue, logger }: Deps,
  workspaceId: WorkspaceId,
  run: Pick<RunRecord, "id" | "taskSequence" | "resumeAt" | "isFreeTier">,
): Promise<void> {
  try {
    await queue.enqueue(
      run.isFreeTier ? "executeFreeRun" : "executeRun",
      { workspaceId, runId: run.id },
      {
        id: taskId("executeRun", workspaceId, run.id, run.taskSequence),
        ...(run.resumeAt ? { notBefore: new Date(run.resumeAt) } : {}),
      },
    );
  } catch (error) {
    logger.warn("run not enqueued, left to the sweeper", { workspaceId, runId: run.id }, error);
  }
}

/** Enqueues the export tasks of the pending parts. */
export async function enqueueParts(
  { queue, logger }: Deps,
  workspaceId: WorkspaceId,
  run: Pick<RunRecord, "id" | "parts" | "isFreeTier">,
  indexes: readonly number[] = [...run.parts.keys()],
): Promise<void> {
  for (const part of indexes) {
    const { status, taskSequence, resumeAt } = run.parts[part]!;
    if (status !== "pending") continue;
    try {
      await queue.enqueue(
        run.isFreeTier ? "aggregateFreeDays" : "aggregateDays",
        { workspaceId, runId: run.id, part },
        {
          id: taskId("aggregateDays", workspaceId, run.id, part, taskSequence),
          ...(resumeAt ? { notBefore: new Date(resumeAt) } : {}),
        },
      );
    } catch (error) {
      logger.warn("part not enqueued, left to the sweeper", { workspaceId, runId: run.id, part }, error);
    }
  }
}

/** Enqueues what follows a committed run: its incidents and messages. */
export async function enqueueRecording(
  { queue, logger }: Deps,
  workspaceId: WorkspaceId,
  run: Pick<RunRecord, "id" | "taskSequence">,
): Promise<void> {
  try {
    await queue.enqueue(
      "recordRun",
      { workspaceId, runId: run.id },
      { id: taskId("recordRun", workspaceId, run.id, run.taskSequence) },
    );
  } catch (error) {
    logger.warn("recording not enqueued, left to the sweeper", { workspaceId, runId: run.id }, error);
  }
}

/** Enqueues the email about an ended run; `sendNotification` decides whether to send one. */
export async function enqueueNotification(
  { queue, logger }: Deps,
  workspaceId: WorkspaceId,
  run: Pick<RunRecord, "id" | "taskSequence">,
): Promise<void> {
  try {
    await queue.enqueue(
      "sendNotification",
      { workspaceId, runId: run.id },
      { id: taskId("sendNotification", workspaceId, run.id, run.taskSequence) },
    );
  } catch (error) {
    logger.warn("notification not enqueued, left to the sweeper", { workspaceId, runId: run.id }, error);
  }
}

/** Enqueues the email that tells owners that the spending limit is near or reached. The billing page shows it, too. */
export async function enqueueSpendingWarning(
  { queue, logger }: Deps,
  workspaceId: WorkspaceId,
  run: Pick<RunRecord, "id">,
): Promise<void> {
  try {
    await queue.enqueue(
      "sendNotification",
      { workspaceId, runId: run.id, about: "spending" },
      { id: taskId("sendSpendingWarning", workspaceId, run.id) },
    );
  } catch (error) {
    logger.warn("spending warning not enqueued", { workspaceId, runId: run.id }, error);
  }
}
