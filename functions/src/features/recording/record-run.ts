import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { TaskPayload } from "../../ports/task-queue.js";
import { planDeliveries, planFailedRun } from "../channels/plan-deliveries.js";
import { enqueueAnnotations } from "../connections/enqueue-project-context.js";
import { recordIncidents } from "../incidents/record-incidents.js";
import { recordNamesOfRun } from "../names/record-names.js";
import { isUnrecorded } from "../runs/lifecycle/end-run.js";
import { deletePreviousProjectData, isOfRun } from "../runs/run-connection.js";

/**
 * Records what a committed run found: its incidents and what is new about names, then the messages about them; or the messages about a scheduled run
 * that failed. May run any number of times, and late: each step has its effect once. A run that was deleted, or whose
 * connection was, leaves nothing.
 */
export async function recordRun(
  deps: Dependencies,
  { workspaceId, runId }: TaskPayload<"recordRun">,
): Promise<void> {
  const run = await deps.runs.find(workspaceId, runId);
  if (!run || !isUnrecorded(run)) return;
  const connection = await deps.connections.find(workspaceId, run.setup.connection.id);
  if (run.summary === null) await planFailedRun(deps, workspaceId, run);
  else if (isOfRun(run, connection)) {
    await recordIncidents(deps, workspaceId, run);
    // If the connection was deleted in the meantime, its incidents were deleted before these were recorded.
    if (!(await deps.connections.find(workspaceId, connection.id)))
      await deps.incidents.deleteOf(workspaceId, connection.id);
    await recordNamesOfRun(deps, workspaceId, connection, runId);
    // If the connection was deleted or pointed to another project in the meantime, this deletes its names again.
    await deletePreviousProjectData(deps, workspaceId, run);
    await planDeliveries(deps, workspaceId, run);
    await enqueueAnnotations(deps, workspaceId, connection, { occasion: runId });
  }
  await deps.runs.transact(workspaceId, async (tx) => {
    const stored = await tx.run(runId);
    // If the run has paused its setup in the meantime, that is to be recorded, too.
    if (stored?.pausedSetup === run.pausedSetup)
      tx.saveRun({ ...stored, recordedAt: toInstant(deps.clock.now()) });
  });
}
