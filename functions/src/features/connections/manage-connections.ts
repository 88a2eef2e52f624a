import type { Connection, CreateConnection, UpdateConnection } from "../../contract/connections.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { connectionSecretContext } from "./secret-box.js";
import { toConnection, isOtherProject } from "./connection-record.js";
import { deleteOtherProjectsData, type DeleteDataDeps, deleteConnectionData } from "./delete-project-data.js";
import { objectPaths } from "../../common/object-paths.js";

/**
 * Stores an unverified connection with its secret encrypted.
 * @throws AppError `limit-reached`
 */
export async function createConnection(
  { connections, secrets, ids, clock }: Pick<Dependencies, "connections" | "secrets" | "ids" | "clock">,
  workspaceId: WorkspaceId,
  { projectId, projectName, serviceUsername, region, secretRef }: CreateConnection,
): Promise<Connection> {
  const id = ids.next();
  const record = {
    id,
    projectId,
    projectName: projectName || null,
    serviceUsername,
    region,
    status: "pending" as const,
    lastVerifiedAt: null,
    verificationError: null,
    capabilities: null,
    createdAt: toInstant(clock.now()),
    secret: secrets.seal(secretRef, connectionSecretContext(workspaceId, id)),
    revision: 1,
    annotations: null,
  };
  await connections.create(workspaceId, record);
  return toConnection(record);
}

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
