import type { Dependencies } from "../../composition/dependencies.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { objectPaths } from "../../common/object-paths.js";
import { deleteConnectionData, type DeleteDataDeps } from "./delete-project-data.js";

/**
 * Deletes a connection that no setup uses, with everything learned through it. The files go first, so that a failure
 * half-way leaves a connection that can be deleted again; what workers wrote meanwhile goes last.
 * @throws AppError `not-found`, `connection-in-use`
 */
export async function deleteConnection(
  deps: Pick<Dependencies, "connections" | "incidents"> & DeleteDataDeps,
  workspaceId: WorkspaceId,
  connectionId: string,
): Promise<void> {
  await deps.connections.assertUnused(workspaceId, connectionId);
  await deps.objects.deletePrefix(objectPaths.connection(workspaceId, connectionId));
  await deps.connections.delete(workspaceId, connectionId);
  await deleteConnectionData(deps, workspaceId, connectionId);
  await deps.incidents.deleteOf(workspaceId, connectionId);
}
