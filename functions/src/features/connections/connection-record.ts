import type { Connection } from "../../contract/connections.js";
import type { ConnectionChange, ConnectionRecord } from "./connection-repository.js";

/** A connection as the API shows it: everything but the secret and internal fields. */
export const toConnection = ({
  secret: _secret,
  revision: _revision,
  annotations: _annotations,
  ...shown
}: ConnectionRecord): Connection => shown;

/** A connection after its owner edited it. It must be verified again. */
export function applyConnectionEdit(before: ConnectionRecord, change: ConnectionChange): ConnectionRecord {
  const projectId = change.projectId ?? before.projectId;
  const region = change.region ?? before.region;
  const serviceUsername = change.serviceUsername ?? before.serviceUsername;
  const isOther = isOtherProject(before, { projectId, region });
  const isOtherAccess = isOther || serviceUsername !== before.serviceUsername || change.secret !== undefined;
  return {
    ...before,
    projectId,
    region,
    serviceUsername,
    secret: change.secret ?? before.secret,
    // Another project has another name, which verification reads.
    projectName:
      change.projectName === undefined && !isOther ? before.projectName : (change.projectName ?? null),
    // Annotations in the previous project can no longer be reached.
    annotations: isOther ? null : before.annotations,
    status: "pending",
    verificationError: null,
    // A secret that was right isn't a guess, so it can be verified whatever strangers try.
    lastVerifiedAt: isOtherAccess ? null : before.lastVerifiedAt,
    capabilities: null,
    revision: before.revision + 1,
  };
}

/**
 * Whether an edit points the connection to another project, so that data read earlier no longer belongs to
 * it.
 */
export const isOtherProject = (
  before: Pick<Connection, "projectId" | "region">,
  after: Pick<Connection, "projectId" | "region">,
): boolean => before.projectId !== after.projectId || before.region !== after.region;

/** Whether there may be annotations to write or remove, now or with later incidents. */
export const hasAnnotations = ({ annotations }: ConnectionRecord): boolean =>
  annotations !== null && (annotations.isOn || annotations.written.length > 0 || annotations.isUnsure);
