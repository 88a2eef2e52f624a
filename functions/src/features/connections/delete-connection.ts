import type { Dependencies } from "../../composition/dependencies.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { objectPaths } from "../../common/object-paths.js";
import { deleteConnectionData, type DeleteDataDeps } from "./delete-project-data.js";

/**
 * Deletes a connection that no setup uses, with all data read through it. Files are deleted first, so that
 * after a failure halfway the connection still exists and can be deleted again. What workers wrote meanwhile
 * is deleted last.
 * @throws AppError `not-found`, `connection-in-use`
 */
export async function deleteConnection(
  deps: Pick<Dependencies, "connections" | "incidents"> & DeleteDataDeps,
  workspaceId: WorkspaceId,
  connectionId: string,
): Promise<void> {
  await deps.connections.assertUnused(workspaceId, connectionId);
  await deps.objects.deletePrefix(objectPaths.connection(workspaceId, connectionId));
  await deps.incidents.deleteOf(workspaceId, connectionId);
  await deps.connections.delete(workspaceId, connectionId);
  await deleteConnectionData(deps, workspaceId, connectionId);
  await deps.incidents.deleteOf(workspaceId, connectionId);
}
