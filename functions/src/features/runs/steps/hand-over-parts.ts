import { addMs, toInstant } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { exportProgress } from "../exports/claim-part.js";
import type { DaySpan } from "../exports/export-ranges.js";
import { newPart, nextTaskSequence } from "../exports/split-part.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";
import { enqueueParts } from "../lifecycle/run-tasks.js";
import { taskGraceMs } from "../lifecycle/run-timing.js";
import type { RunPart, RunPlan, RunRecord } from "../run-record.js";

/** Enqueues exports of some ranges and releases the run's lease; the last one to finish enqueues the run again. */
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
  const taskSequence = nextTaskSequence(run.record.parts);
  const parts = [...done, ...ranges.map((range) => newPart(range, purpose, taskSequence))];
  const now = deps.clock.now();
  // The lease is released in the write that creates the parts: the last part may finish before this worker does.
  const handedOver = await run.change({
    step: "exporting",
    plan,
    parts,
    lease: null,
    nextSweepAt: toInstant(addMs(now, taskGraceMs)),
    progress: exportProgress(parts, now),
  });
  await enqueueParts(deps, run.workspaceId, handedOver);
  return handedOver;
}
