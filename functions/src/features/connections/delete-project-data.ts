import type { Dependencies } from "../../composition/dependencies.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { objectPaths, type ProjectRef } from "../../common/object-paths.js";
import { listAll, type ObjectStore } from "../../ports/object-store.js";

export type DeleteDataDeps = Pick<Dependencies, "schema" | "objects">;

/** Deletes all data read through a connection: names, exclusions and daily aggregates. Safe to repeat. */
export async function deleteConnectionData(
  { schema, objects }: DeleteDataDeps,
  workspaceId: WorkspaceId,
  connectionId: string,
): Promise<void> {
  await Promise.all([
    schema.deleteAll(workspaceId, connectionId),
    objects.deletePrefix(objectPaths.connection(workspaceId, connectionId)),
  ]);
}

/**
 * Deletes the data read through a connection, except that of the project it points to now.
 * @param now the current project; null if the connection is gone
 */
export async function deleteOtherProjectsData(
  objects: ObjectStore,
  workspaceId: WorkspaceId,
  connectionId: string,
  now: ProjectRef | null,
): Promise<void> {
  const kept = now && objectPaths.project(workspaceId, now);
  for (const { path } of await listAll(objects, objectPaths.connection(workspaceId, connectionId)))
    if (!kept || !path.startsWith(kept)) await objects.delete(path);
}
