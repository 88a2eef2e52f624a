import type { Dependencies } from "../../composition/dependencies.js";
import { taskId } from "../runs/lifecycle/run-tasks.js";
import type { Deletion } from "./deletion-record.js";

/** Enqueues the deletion's task. A queue that doesn't answer is no failure: the sweeper enqueues it later. */
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
