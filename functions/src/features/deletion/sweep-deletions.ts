import { addMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { enqueueDeletion, taskGraceMs } from "./enqueue-deletion.js";

const maxPerTick = 50;

/**
 * Enqueues the deletions that are due: it is time for their last pass, a worker died, or the queue lost their
 * task.
 * @returns how many were enqueued
 */
export async function sweepDeletions(
  deps: Pick<Dependencies, "deletions" | "queue" | "clock" | "logger">,
): Promise<number> {
  const now = deps.clock.now();
  const due = await deps.deletions.due(toInstant(now), maxPerTick);
  for (const deletion of due) {
    const next = {
      ...deletion,
      attempts: deletion.attempts + 1,
      nextSweepAt: toInstant(addMs(now, taskGraceMs)),
    };
    if (await deps.deletions.save(next)) await enqueueDeletion(deps, next);
  }
  return due.length;
}
