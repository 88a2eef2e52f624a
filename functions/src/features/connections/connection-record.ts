import type { Connection } from "../../contract/connections.js";
import type { ConnectionChange, ConnectionRecord } from "./connection-repository.js";

/** What the API shows of a connection: everything but the secret and our bookkeeping. */
export const toConnection = ({
  secret: _secret,
  revision: _revision,
  annotations: _annotations,
  ...shown
}: ConnectionRecord): Connection => shown;

/** A connection after its owner edited it: what was verified before no longer holds. */
export const applyConnectionEdit = (
  before: ConnectionRecord,
  change: ConnectionChange,
): ConnectionRecord => ({
  ...before,
  ...change,
  // Those in the other project can be reached no more.
  annotations: isOtherProject(before, change) ? null : before.annotations,
  status: "pending",
  verificationError: null,
  lastVerifiedAt: null,
  capabilities: null,
  revision: before.revision + 1,
});

/** Whether an edit points the connection to another project, so that nothing read before belongs to it. */
export const isOtherProject = (
  before: Pick<Connection, "projectId" | "region">,
  after: Pick<Connection, "projectId" | "region">,
): boolean => before.projectId !== after.projectId || before.region !== after.region;

/** Whether there is something to write, now or when incidents come. */
export const hasAnnotations = ({ annotations }: ConnectionRecord): boolean =>
  annotations !== null && (annotations.isOn || annotations.written.length > 0 || annotations.isUnsure);
