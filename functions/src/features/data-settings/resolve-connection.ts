import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";

/**
 * The requested connection, else the newest verified one, else null.
 * @throws AppError `not-found` if the requested one doesn't exist
 */
export const resolveConnection = (
  { connections }: Pick<Dependencies, "connections">,
  workspaceId: WorkspaceId,
  connectionId: string | undefined,
): Promise<ConnectionRecord | null> =>
  connectionId === undefined
    ? connections.findVerified(workspaceId)
    : connections.get(workspaceId, connectionId);
