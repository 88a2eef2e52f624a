import { createHash } from "node:crypto";
import type { Dependencies } from "../dependencies.js";
import type { RunRecord } from "./run-record.js";

type Parts = Pick<Dependencies, "queue" | "logger">;

/** Name of a task: what it is for, hashed, so that a second enqueue of the same adds nothing. */
export const taskId = (...parts: (string | number)[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/**
 * Enqueues the work on a run. A queue that does not answer is no failure: the sweeper finds the run by its
 * `wakeAt` and enqueues it then.
 */
export async function enqueueRun(
  { queue, logger }: Parts,
  uid: string,
  run: Pick<RunRecord, "id" | "dispatch" | "resumeAt">,
): Promise<void> {
  try {
    await queue.enqueue(
      "executeRun",
      { uid, runId: run.id },
      {
        id: taskId("executeRun", uid, run.id, run.dispatch),
        ...(run.resumeAt ? { notBefore: new Date(run.resumeAt) } : {}),
      },
    );
  } catch (error) {
    logger.warn("run not enqueued, left to the sweeper", { uid, runId: run.id }, error);
  }
}

/** Enqueues the export of the parts that are not settled. */
export async function enqueueParts(
  { queue, logger }: Parts,
  uid: string,
  run: Pick<RunRecord, "id" | "parts">,
  indexes: readonly number[] = [...run.parts.keys()],
): Promise<void> {
  for (const part of indexes) {
    const { status, dispatch, resumeAt } = run.parts[part]!;
    if (status !== "pending") continue;
    try {
      await queue.enqueue(
        "aggregateDays",
        { uid, runId: run.id, part },
        {
          id: taskId("aggregateDays", uid, run.id, part, dispatch),
          ...(resumeAt ? { notBefore: new Date(resumeAt) } : {}),
        },
      );
    } catch (error) {
      logger.warn("part not enqueued, left to the sweeper", { uid, runId: run.id, part }, error);
    }
  }
}

/** Enqueues the mail about an ended run; `sendNotification` decides whether there is one to send. */
export async function enqueueNotification(
  { queue, logger }: Parts,
  uid: string,
  run: Pick<RunRecord, "id" | "dispatch">,
): Promise<void> {
  try {
    await queue.enqueue(
      "sendNotification",
      { uid, runId: run.id },
      { id: taskId("sendNotification", uid, run.id, run.dispatch) },
    );
  } catch (error) {
    logger.warn("notification not enqueued, left to the sweeper", { uid, runId: run.id }, error);
  }
}
