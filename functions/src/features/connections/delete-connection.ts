import type { Dependencies } from "../dependencies.js";
import { forgetProject, type ForgetParts } from "./forget-project.js";

/**
 * Deletes a connection that no setup uses, with everything learnt through it. The connection goes first: from
 * then on nothing new is written for it.
 * @throws AppError `not-found`, `connection-in-use`
 */
export async function deleteConnection(
  deps: Pick<Dependencies, "connections"> & ForgetParts,
  uid: string,
  connectionId: string,
): Promise<void> {
  await deps.connections.delete(uid, connectionId);
  await forgetProject(deps, uid, connectionId);
}
