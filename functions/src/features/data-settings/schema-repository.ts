import type { Edit, Edits } from "../../contract/common.js";
import type { DataSettings } from "../../contract/data-settings.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Inventory } from "./inventory.js";

/** Names left out of runs. */
export type Exclusions = {
  events: ReadonlySet<string>;
  /** By event. */
  eventProperties: ReadonlyMap<string, ReadonlySet<string>>;
  userProperties: ReadonlySet<string>;
};

/** One switch that was moved. */
export type ExclusionChange =
  | { kind: "event"; event: string; isExcluded: boolean }
  | { kind: "eventProperty"; event: string; property: string; isExcluded: boolean }
  | { kind: "userProperty"; property: string; isExcluded: boolean };

export type LatestSync = NonNullable<DataSettings["latestSync"]> & { id: string };
export type SchemaState = { latestSync: LatestSync | null; lastSyncedAt: string | null };

/** What is known of a connection's data, and what its owner leaves out of runs. */
export interface SchemaRepository {
  state(workspaceId: WorkspaceId, connectionId: string): Promise<SchemaState>;
  /** Empty before the first successful sync. */
  inventory(workspaceId: WorkspaceId, connectionId: string): Promise<Inventory>;
  /**
   * One page of the inventory, beginning with 0.
   * @returns with it the number of pages and of all names; an empty page where there is none
   */
  inventoryPage(
    workspaceId: WorkspaceId,
    connectionId: string,
    page: number,
  ): Promise<{ names: Inventory; pages: number; total: number }>;
  exclusions(workspaceId: WorkspaceId, connectionId: string): Promise<Exclusions>;
  /** How often the exclusions were edited. */
  exclusionEdits(workspaceId: WorkspaceId, connectionId: string): Promise<Edits>;
  /** @throws AppError `not-found`, `edit-conflict`, `payload-too-large` when there are more names than one document holds */
  changeExclusions(
    workspaceId: WorkspaceId,
    connectionId: string,
    changes: readonly ExclusionChange[],
    edit?: Edit,
  ): Promise<void>;
  /**
   * In one transaction: the sync that is running since after `staleBefore`, or else `sync` as the running one.
   * @throws AppError `not-found`, `connection-not-verified`
   */
  claimSync(
    workspaceId: WorkspaceId,
    connectionId: string,
    sync: LatestSync,
    staleBefore: string,
  ): Promise<{ sync: LatestSync; isNew: boolean; lastSyncedAt: string | null }>;
  /** Stores the inventory and ends the sync, unless another one has taken its place or the connection is gone. */
  completeSync(
    workspaceId: WorkspaceId,
    connectionId: string,
    syncId: string,
    inventory: Inventory,
    syncedAt: string,
  ): Promise<void>;
  /** Ends the sync as failed, under the same condition. */
  failSync(workspaceId: WorkspaceId, connectionId: string, syncId: string, message: string): Promise<void>;
  /** Deletes everything known of the connection. */
  deleteAll(workspaceId: WorkspaceId, connectionId: string): Promise<void>;
}
