import type { Connection, UpdateConnection } from "../../contract/connections.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { deleteOtherProjectsData, type DeleteDataDeps } from "./delete-project-data.js";
import { connectionSecretContext } from "./secret-box.js";
import { isOtherProject, toConnection } from "./connection-record.js";

/**
 * Changes a connection, which must then be verified again. What the body leaves out keeps its value. If the
 * project changes, data of the previous project is deleted, so that its days don't count as the new project's
 * history.
 * @throws AppError `not-found`
 */
export async function updateConnection(
  deps: Pick<Dependencies, "connections" | "secrets"> & DeleteDataDeps,
  workspaceId: WorkspaceId,
  connectionId: string,
  { projectName, secretRef, ...fields }: UpdateConnection,
): Promise<Connection> {
  const { before, after } = await deps.connections.update(workspaceId, connectionId, {
    ...fields,
    ...(projectName === undefined ? {} : { projectName: projectName || null }),
    ...(secretRef
      ? { secret: deps.secrets.seal(secretRef, connectionSecretContext(workspaceId, connectionId)) }
      : {}),
  });
  if (isOtherProject(before, after)) await deps.schema.deleteAll(workspaceId, connectionId);
  // Always, not only if the project changed: this finishes an earlier change that failed before this line.
  await deleteOtherProjectsData(deps.objects, workspaceId, connectionId, after);
  return toConnection(after);
}
