import type { Dependencies } from "../dependencies.js";
import { objectPaths } from "../objects/object-paths.js";
import { forgetProject, type ForgetParts } from "./forget-project.js";

/**
 * Deletes a connection that no setup uses, with everything learnt through it. The files go first, so that a failure
 * half-way leaves a connection that can be deleted again; what workers wrote meanwhile goes last.
 * @throws AppError `not-found`, `connection-in-use`
 */
export async function deleteConnection(
  deps: Pick<Dependencies, "connections"> & ForgetParts,
  uid: string,
  connectionId: string,
): Promise<void> {
  await deps.connections.assertUnused(uid, connectionId);
  await deps.objects.deletePrefix(objectPaths.connection(uid, connectionId));
  await deps.connections.delete(uid, connectionId);
  await forgetProject(deps, uid, connectionId);
}
