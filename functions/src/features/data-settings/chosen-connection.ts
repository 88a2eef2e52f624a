import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { Dependencies } from "../dependencies.js";

/**
 * The connection asked for, else the newest verified one, else null.
 * @throws AppError `not-found` when one was asked for that does not exist
 */
export const chosenConnection = (
  { connections }: Pick<Dependencies, "connections">,
  uid: string,
  connectionId: string | undefined,
): Promise<ConnectionRecord | null> =>
  connectionId === undefined ? connections.findVerified(uid) : connections.get(uid, connectionId);
