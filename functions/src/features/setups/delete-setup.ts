import type { WorkspaceId } from "../../contract/workspaces.js";
import { assertRevision } from "../../common/edits.js";
import { objectPaths } from "../../common/object-paths.js";
import type { Dependencies } from "../../composition/dependencies.js";

/**
 * Deletes a setup and its connection's replays, which may use its settings. Reports of its runs stay.
 * @throws AppError `not-found`, `edit-conflict`
 */
export async function deleteSetup(
  deps: Pick<Dependencies, "setups" | "connections" | "objects">,
  workspaceId: WorkspaceId,
  setupId: string,
  revision: number | undefined,
): Promise<void> {
  const { connectionId } = await deps.setups.get(workspaceId, setupId);
  await deps.setups.delete(workspaceId, setupId, (setup) => assertRevision(setup, revision));
  const connection = await deps.connections.find(workspaceId, connectionId);
  if (connection) await deps.objects.deletePrefix(objectPaths.replays(workspaceId, connection));
}
