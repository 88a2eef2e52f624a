import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";

/**
 * The connection asked for, else the newest verified one, else null.
 * @throws AppError `not-found` when one was asked for that does not exist
 */
export const resolveConnection = (
  { connections }: Pick<Dependencies, "connections">,
  workspaceId: WorkspaceId,
  connectionId: string | undefined,
): Promise<ConnectionRecord | null> =>
  connectionId === undefined
    ? connections.findVerified(workspaceId)
    : connections.get(workspaceId, connectionId);
