import { minuteMs, addMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { taskId } from "../../common/task-id.js";
import { enqueueOrLog } from "../../ports/task-queue.js";
import type { Deletion } from "./deletion-record.js";
import { eachOf } from "../../common/each-of.js";

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

const maxPerTick = 50;
const concurrency = 10;

/**
 * Enqueues the deletions that are due: it is time for their last pass, a worker died, or the queue lost their task. One
 * that fails is logged and doesn't stop the others.
 * @returns how many were enqueued
 */
export async function sweepDeletions(
  deps: Pick<Dependencies, "deletions" | "queue" | "clock" | "logger">,
): Promise<number> {
  const now = deps.clock.now();
  return eachOf(
    await deps.deletions.due(toInstant(now), maxPerTick),
    concurrency,
    async (deletion) => {
      const nextSweepAt = toInstant(addMs(now, taskGraceMs));
      const next = { ...deletion, attempts: deletion.attempts + 1, nextSweepAt };
      if (await deps.deletions.save(next, deletion.done)) await enqueueDeletion(deps, next);
    },
    ({ id }, error) => deps.logger.error("deletion not swept", { deletionId: id }, error),
  );
}
