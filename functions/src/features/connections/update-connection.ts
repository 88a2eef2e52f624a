import type { Connection, UpdateConnection } from "../../contract/connections.js";
import type { Dependencies } from "../dependencies.js";
import { isOtherProject } from "./changed.js";
import { forgetOtherProjects, type ForgetParts } from "./forget-project.js";
import { connectionSecretContext } from "./secret-box.js";
import { toConnection } from "./to-connection.js";

/**
 * Changes a connection; it must be verified again. Without a secret the stored one stays. What was learnt of
 * another project is deleted: its days would otherwise stand as this one's history.
 * @throws AppError `not-found`
 */
export async function updateConnection(
  deps: Pick<Dependencies, "connections" | "secrets"> & ForgetParts,
  uid: string,
  connectionId: string,
  { projectId, projectName, serviceUsername, region, secretRef }: UpdateConnection,
): Promise<Connection> {
  const { before, after } = await deps.connections.update(uid, connectionId, {
    projectId,
    projectName: projectName || null,
    serviceUsername,
    region,
    ...(secretRef
      ? { secret: deps.secrets.seal(secretRef, connectionSecretContext(uid, connectionId)) }
      : {}),
  });
  if (isOtherProject(before, after)) await deps.schema.deleteAll(uid, connectionId);
  // Whatever changed: a change that broke off before this line is made good by the next one.
  await forgetOtherProjects(deps.objects, uid, connectionId, after);
  return toConnection(after);
}
