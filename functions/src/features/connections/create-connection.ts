import type { Connection, CreateConnection } from "../../contract/connections.js";
import { toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import { connectionSecretContext } from "./secret-box.js";
import { toConnection } from "./to-connection.js";

/** Stores a connection, unverified, its secret encrypted. */
export async function createConnection(
  { connections, secrets, ids, clock }: Pick<Dependencies, "connections" | "secrets" | "ids" | "clock">,
  uid: string,
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
    secret: secrets.seal(secretRef, connectionSecretContext(uid, id)),
    revision: 1,
  };
  await connections.create(uid, record);
  return toConnection(record);
}
