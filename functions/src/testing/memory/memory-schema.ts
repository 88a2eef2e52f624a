import { connectionNotVerified } from "../../features/connections/connection-errors.js";
import { editsSchema, type Edits } from "../../contract/common.js";
import type { SegmentBy } from "../../contract/data-settings.js";
import { noDecisions, type NameDecisions } from "../../contract/names/names.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { ConnectionRecord } from "../../features/connections/connection-repository.js";
import {
  emptyExclusionNames,
  type ExclusionNames,
  toExclusions,
  withChanges,
} from "../../features/data-settings/exclusion-names.js";
import { emptyInventory, type Inventory } from "../../features/data-settings/inventory.js";
import { countNames, splitInventory } from "../../features/data-settings/inventory-pages.js";
import type { SchemaRepository, SchemaState } from "../../features/data-settings/schema-repository.js";
import { editsAfter } from "../../common/edits.js";
import { notFound, raise } from "../../common/errors.js";
import type { MemoryDatabase } from "./memory-database.js";

type Stored = SchemaState & {
  inventory: Inventory;
  exclusions: ExclusionNames;
  segmentBy: SegmentBy;
  edits: Edits;
  decisions: NameDecisions;
};
const nothing: Stored = {
  latestSync: null,
  lastSyncedAt: null,
  inventory: emptyInventory,
  exclusions: emptyExclusionNames,
  segmentBy: null,
  edits: editsSchema.parse({}),
  decisions: noDecisions,
};

export function memorySchema(db: MemoryDatabase): SchemaRepository {
  const get = (workspaceId: WorkspaceId, id: string) => db.get<Stored>(workspaceId, "schema", id) ?? nothing;
  const change = (workspaceId: WorkspaceId, id: string, fields: Partial<Stored>) =>
    db.set(workspaceId, "schema", id, { ...get(workspaceId, id), ...fields });
  const connection = (workspaceId: WorkspaceId, id: string) =>
    db.get<ConnectionRecord>(workspaceId, "connections", id);
  const runningSync = (workspaceId: WorkspaceId, id: string, syncId: string) => {
    const { latestSync } = get(workspaceId, id);
    const isMine = latestSync?.id === syncId && latestSync.status === "running";
    return connection(workspaceId, id) && isMine ? latestSync : null;
  };
  return {
    state: async (workspaceId, id) => {
      const { latestSync, lastSyncedAt } = get(workspaceId, id);
      return { latestSync, lastSyncedAt };
    },
    inventory: async (workspaceId, id) => get(workspaceId, id).inventory,
    inventoryPage: async (workspaceId, id, page) => {
      const { inventory } = get(workspaceId, id);
      const pages = splitInventory(inventory);
      return { names: pages[page] ?? emptyInventory, pages: pages.length, total: countNames(inventory) };
    },
    exclusions: async (workspaceId, id) => toExclusions(get(workspaceId, id).exclusions),
    segmentBy: async (workspaceId, id) => get(workspaceId, id).segmentBy,
    exclusionEdits: async (workspaceId, id) => get(workspaceId, id).edits,
    changeExclusions: async (workspaceId, id, changes, edit = { fromFile: false }, segmentBy) => {
      if (!connection(workspaceId, id)) throw notFound("connection");
      const { exclusions, edits } = get(workspaceId, id);
      change(workspaceId, id, {
        exclusions: withChanges(exclusions, changes),
        ...(segmentBy !== undefined && { segmentBy }),
        edits: editsAfter(edits, edit, changes.length > 0 || segmentBy !== undefined),
      });
    },
    nameDecisions: async (workspaceId, id) => get(workspaceId, id).decisions,
    changeNameDecisions: async (workspaceId, id, edit) => {
      if (!connection(workspaceId, id)) throw notFound("connection");
      change(workspaceId, id, { decisions: edit(get(workspaceId, id).decisions) });
    },
    claimSync: async (workspaceId, id, sync, staleBefore) => {
      const { status } = connection(workspaceId, id) ?? raise(notFound("connection"));
      if (status !== "verified") throw connectionNotVerified();
      const { latestSync, lastSyncedAt } = get(workspaceId, id);
      if (latestSync?.status === "running" && latestSync.startedAt > staleBefore)
        return { sync: latestSync, isNew: false, lastSyncedAt };
      change(workspaceId, id, { latestSync: sync });
      return { sync, isNew: true, lastSyncedAt };
    },
    completeSync: async (workspaceId, id, syncId, inventory, syncedAt) => {
      const sync = runningSync(workspaceId, id, syncId);
      if (sync)
        change(workspaceId, id, {
          latestSync: { ...sync, status: "success", errorMessage: null },
          lastSyncedAt: syncedAt,
          inventory,
        });
    },
    failSync: async (workspaceId, id, syncId, errorMessage) => {
      const sync = runningSync(workspaceId, id, syncId);
      if (sync) change(workspaceId, id, { latestSync: { ...sync, status: "failed", errorMessage } });
    },
    deleteAll: async (workspaceId, id) => db.delete(workspaceId, "schema", id),
  };
}
