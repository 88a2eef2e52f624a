import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { TaskPayload } from "../../ports/task-queue.js";
import { planDeliveries } from "../channels/plan-deliveries.js";
import { enqueueAnnotations } from "../connections/enqueue-project-context.js";
import { recordIncidents } from "../incidents/record-incidents.js";
import { isUnrecorded, mayNotify } from "../runs/lifecycle/end-run.js";
import { enqueueAfterEnd } from "../runs/lifecycle/run-tasks.js";
import { isOfRun } from "../runs/run-connection.js";

/**
 * Records what a committed run found: its incidents, then the messages about them. May run any number of times, and late:
 * each step has its effect once. A run that was deleted, or whose connection was, leaves nothing.
 */
export async function recordRun(
  deps: Dependencies,
  { workspaceId, runId }: TaskPayload<"recordRun">,
): Promise<void> {
  const run = await deps.runs.find(workspaceId, runId);
  if (!run || !isUnrecorded(run)) return;
  const connection = await deps.connections.find(workspaceId, run.setup.connection.id);
  if (isOfRun(run, connection)) {
    await recordIncidents(deps, workspaceId, run);
    await planDeliveries(deps, workspaceId, run);
    await enqueueAnnotations(deps, workspaceId, connection, { occasion: runId });
  }
  await deps.runs.transact(workspaceId, async (tx) => {
    const stored = await tx.run(runId);
    if (stored) tx.saveRun({ ...stored, recordedAt: toInstant(deps.clock.now()) });
  });
  if (mayNotify(run)) await enqueueAfterEnd(deps, "sendNotification", workspaceId, run);
}
