import type { Dependencies } from "../../composition/dependencies.js";
import { dayMs } from "../../common/time.js";
import type { Run } from "../../contract/runs.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { assessRun } from "../../features/incidents/assess-run.js";
import { recordRun } from "../../features/recording/record-run.js";
import { findSameDayChange } from "../../features/project-context/find-same-day-change.js";
import { findUse } from "../../features/project-context/find-use.js";
import { startRun } from "../../features/runs/lifecycle/start-run.js";
import { executeRun } from "../../features/runs/steps/execute-run.js";
import { toRun } from "../../features/runs/run-record.js";

/**
 * Runs a setup as it would have run `daysAgo` days ago, and waits for it to end. Only for checks that need no exports:
 * nothing that the run enqueues is executed, so it sends no messages either.
 * @throws AppError like starting a run
 */
export async function runOnPastDay(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  setupId: string,
  daysAgo: number,
): Promise<Run> {
  const agoMs = daysAgo * dayMs;
  const then: Dependencies = {
    ...deps,
    clock: { now: () => new Date(deps.clock.now().getTime() - agoMs) },
    // Leases are based on the past clock. Extend them so that today's sweeper doesn't see them as expired.
    timing: { ...deps.timing, leaseMs: deps.timing.leaseMs + agoMs },
    queue: { enqueue: async () => {} },
  };
  const { id } = await startRun(then, workspaceId, setupId);
  await executeRun(then, { workspaceId, runId: id }, assessRun({ findUse, findSameDayChange }));
  await recordRun(then, { workspaceId, runId: id });
  return toRun((await deps.runs.find(workspaceId, id))!);
}
