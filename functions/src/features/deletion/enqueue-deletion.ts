import { minuteMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { taskId } from "../../common/task-id.js";
import type { Deletion } from "./deletion-record.js";

/**
 * How long a task may take for a step before the sweeper enqueues another. Two at the same time do no harm.
 */
export const taskGraceMs = 5 * minuteMs;

/** Enqueues the deletion's task. If the queue fails, the sweeper enqueues it later. */
export async function enqueueDeletion(
  { queue, logger }: Pick<Dependencies, "queue" | "logger">,
  { id, attempts }: Deletion,
): Promise<void> {
  try {
    await queue.enqueue("deleteData", { deletionId: id }, { id: taskId("deleteData", id, attempts) });
  } catch (error) {
    logger.warn("deletion not enqueued, left to the sweeper", { deletionId: id }, error);
  }
}
