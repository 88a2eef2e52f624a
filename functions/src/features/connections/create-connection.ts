import type { Connection, CreateConnection } from "../../contract/connections.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { connectionSecretContext } from "./secret-box.js";
import { toConnection } from "./connection-record.js";

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
