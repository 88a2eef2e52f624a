import { connectionNotVerified } from "../features/connections/connection-errors.js";
import type { ConnectionRecord } from "../features/connections/connection-repository.js";
import {
  emptyExclusionNames,
  type ExclusionNames,
  toExclusions,
  withChanges,
} from "../features/data-settings/exclusion-names.js";
import { emptyInventory, type Inventory } from "../features/data-settings/inventory.js";
import type { SchemaRepository, SchemaState } from "../features/data-settings/schema-repository.js";
import { notFound, raise } from "../shared/errors.js";
import type { MemoryDatabase } from "./memory-database.js";

type Stored = SchemaState & { inventory: Inventory; exclusions: ExclusionNames };
const nothing: Stored = {
  latestSync: null,
  lastSyncedAt: null,
  inventory: emptyInventory,
  exclusions: emptyExclusionNames,
};

export function memorySchema(db: MemoryDatabase): SchemaRepository {
  const get = (uid: string, id: string) => db.get<Stored>(uid, "schema", id) ?? nothing;
  const change = (uid: string, id: string, fields: Partial<Stored>) =>
    db.set(uid, "schema", id, { ...get(uid, id), ...fields });
  const connection = (uid: string, id: string) => db.get<ConnectionRecord>(uid, "connections", id);
  const runningSync = (uid: string, id: string, syncId: string) => {
    const { latestSync } = get(uid, id);
    const isMine = latestSync?.id === syncId && latestSync.status === "running";
    return connection(uid, id) && isMine ? latestSync : null;
  };
  return {
    state: async (uid, id) => {
      const { latestSync, lastSyncedAt } = get(uid, id);
      return { latestSync, lastSyncedAt };
    },
    inventory: async (uid, id) => get(uid, id).inventory,
    exclusions: async (uid, id) => toExclusions(get(uid, id).exclusions),
    changeExclusions: async (uid, id, changes) => {
      if (!connection(uid, id)) throw notFound("connection");
      change(uid, id, { exclusions: withChanges(get(uid, id).exclusions, changes) });
    },
    claimSync: async (uid, id, sync, staleBefore) => {
      const { status } = connection(uid, id) ?? raise(notFound("connection"));
      if (status !== "verified") throw connectionNotVerified();
      const { latestSync, lastSyncedAt } = get(uid, id);
      if (latestSync?.status === "running" && latestSync.startedAt > staleBefore)
        return { sync: latestSync, isNew: false, lastSyncedAt };
      change(uid, id, { latestSync: sync });
      return { sync, isNew: true, lastSyncedAt };
    },
    completeSync: async (uid, id, syncId, inventory, syncedAt) => {
      const sync = runningSync(uid, id, syncId);
      if (sync)
        change(uid, id, {
          latestSync: { ...sync, status: "success", errorMessage: null },
          lastSyncedAt: syncedAt,
          inventory,
        });
    },
    failSync: async (uid, id, syncId, errorMessage) => {
      const sync = runningSync(uid, id, syncId);
      if (sync) change(uid, id, { latestSync: { ...sync, status: "failed", errorMessage } });
    },
    deleteAll: async (uid, id) => db.delete(uid, "schema", id),
  };
}
