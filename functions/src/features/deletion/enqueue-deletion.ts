import { minuteMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { taskId } from "../../common/task-id.js";
import { enqueueOrLog } from "../../ports/task-queue.js";
import type { Deletion } from "./deletion-record.js";

/**
 * How long a task may take for a step before the sweeper enqueues another. Two at the same time do no harm.
 */
export const taskGraceMs = 5 * minuteMs;

/** Enqueues the deletion's task. If the queue fails, the sweeper enqueues it later. */
export const enqueueDeletion = (
  deps: Pick<Dependencies, "queue" | "logger">,
  { id, attempts }: Deletion,
): Promise<void> =>
  enqueueOrLog(deps, "deleteData", { deletionId: id }, { id: taskId("deleteData", id, attempts) });
