import { objectPaths } from "../../../common/object-paths.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import { deletePreviousProjectData } from "../run-connection.js";
import { isEnded } from "../../../contract/runs.js";
import type { RunRecord } from "../run-record.js";
import { deleteLeftovers } from "./end-run.js";

/** Deletes what a worker wrote for a run that was cancelled or deleted in the meantime. */
export async function deleteAfterLostLease(
  deps: Pick<Dependencies, "runs" | "objects" | "connections">,
  workspaceId: WorkspaceId,
  record: RunRecord,
): Promise<void> {
  const stored = await deps.runs.find(workspaceId, record.id);
  if (!stored) await deps.objects.deletePrefix(objectPaths.run(workspaceId, record.id));
  else if (isEnded(stored)) await deleteLeftovers(deps.objects, workspaceId, stored);
  await deletePreviousProjectData(deps, workspaceId, record);
}
