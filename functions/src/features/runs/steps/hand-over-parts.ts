import { addMs, toInstant } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { exportProgress } from "../exports/claim-part.js";
import { nothingRead } from "../exports/export-progress.js";
import type { DaySpan } from "../exports/export-ranges.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";
import { enqueueParts } from "../lifecycle/run-tasks.js";
import { taskGraceMs } from "../lifecycle/run-timing.js";
import type { RunPart, RunPlan, RunRecord } from "../run-record.js";

/** Enqueues exports of some ranges and releases the run's lease; the last of them enqueues the run again. */
export async function handOverParts(
  deps: Dependencies,
  run: LeasedRun,
  plan: RunPlan,
  {
    done,
    ranges,
    purpose,
  }: { done: readonly RunPart[]; ranges: readonly DaySpan[]; purpose: RunPart["purpose"] },
): Promise<RunRecord> {
  // The queue remembers names: parts that take the place of dropped ones need names of their own.
  const taskSequence = 1 + Math.max(-1, ...run.record.parts.map((part) => part.taskSequence));
  const parts = [...done, ...ranges.map((range) => newPart(range, purpose, taskSequence))];
  const now = deps.clock.now();
  // The lease is released in the write that creates the parts: the last part may finish before this worker does.
  const handedOver = await run.change({
    plan,
    parts,
    lease: null,
    nextSweepAt: toInstant(addMs(now, taskGraceMs)),
    progress: exportProgress(parts, now),
  });
  await enqueueParts(deps, run.workspaceId, handedOver);
  return handedOver;
}

const newPart = ({ from, to }: DaySpan, purpose: RunPart["purpose"], taskSequence: number): RunPart => ({
  from,
  to,
  purpose,
  status: "pending",
  attempt: 0,
  rateLimitWaits: 0,
  exports: 0,
  taskSequence,
  lease: null,
  resumeAt: null,
  error: null,
  read: nothingRead,
});
