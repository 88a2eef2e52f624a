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
