import type { ConnectionChange, ConnectionRecord } from "./connection-repository.js";

/** A connection after its owner changed it: what was verified before says nothing any more. */
export const changed = (before: ConnectionRecord, change: ConnectionChange): ConnectionRecord => ({
  ...before,
  ...change,
  status: "pending",
  verificationError: null,
  lastVerifiedAt: null,
  capabilities: null,
  revision: before.revision + 1,
});

/** What was learnt before the change is not of the project that the connection points to now. */
export const isOtherProject = (before: ConnectionRecord, after: ConnectionRecord): boolean =>
  before.projectId !== after.projectId || before.region !== after.region;
