import type { Edit, Edits } from "../../contract/common.js";
import type { DataSettings, SegmentBy } from "../../contract/data-settings.js";
import type { NameDecisions } from "../../contract/names/names.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Inventory } from "./inventory.js";

/** Names excluded from runs. */
export type Exclusions = {
  events: ReadonlySet<string>;
  /** Excluded properties by event. */
  eventProperties: ReadonlyMap<string, ReadonlySet<string>>;
  userProperties: ReadonlySet<string>;
};

/** A change of one exclusion. */
export type ExclusionChange =
  | { kind: "event"; event: string; isExcluded: boolean }
  | { kind: "eventProperty"; event: string; property: string; isExcluded: boolean }
  | { kind: "userProperty"; property: string; isExcluded: boolean };

export type LatestSync = NonNullable<DataSettings["latestSync"]> & { id: string };
export type SchemaState = { latestSync: LatestSync | null; lastSyncedAt: string | null };

/** What is known about a connection's data, and what is excluded from runs. */
export interface SchemaRepository {
  state(workspaceId: WorkspaceId, connectionId: string): Promise<SchemaState>;
  /** Empty before the first successful sync. */
  inventory(workspaceId: WorkspaceId, connectionId: string): Promise<Inventory>;
  /**
   * One page of the inventory, counted from 0.
   * @returns the page with the number of pages and of all names; an empty page if it doesn't exist
   */
  inventoryPage(
    workspaceId: WorkspaceId,
    connectionId: string,
    page: number,
  ): Promise<{ names: Inventory; pages: number; total: number }>;
  exclusions(workspaceId: WorkspaceId, connectionId: string): Promise<Exclusions>;
  segmentBy(workspaceId: WorkspaceId, connectionId: string): Promise<SegmentBy>;
  /** The revisions of the exclusions and of `segmentBy`. */
  exclusionEdits(workspaceId: WorkspaceId, connectionId: string): Promise<Edits>;
  /**
   * @param segmentBy stays as it is if it is left out
   * @throws AppError `not-found`, `edit-conflict`, `payload-too-large` if the names don't fit into one
   * document
   */
  changeExclusions(
    workspaceId: WorkspaceId,
    connectionId: string,
    changes: readonly ExclusionChange[],
    edit?: Edit,
    segmentBy?: SegmentBy,
  ): Promise<void>;
  /** What people decided about the connection's names; empty before anyone has. */
  nameDecisions(workspaceId: WorkspaceId, connectionId: string): Promise<NameDecisions>;
  /**
   * Replaces the decisions in a transaction; `change` may be called again and may throw.
   * @throws AppError `not-found`, `payload-too-large` if the decisions don't fit into one document
   */
  changeNameDecisions(
    workspaceId: WorkspaceId,
    connectionId: string,
    change: (before: NameDecisions) => NameDecisions,
  ): Promise<void>;
  /**
   * In one transaction, returns the running sync if it started after `staleBefore`; otherwise stores `sync`
   * as the running one.
   * @throws AppError `not-found`, `connection-not-verified`
   */
  claimSync(
    workspaceId: WorkspaceId,
    connectionId: string,
    sync: LatestSync,
    staleBefore: string,
  ): Promise<{ sync: LatestSync; isNew: boolean; lastSyncedAt: string | null }>;
  /**
   * Stores the inventory and ends the sync, unless another sync has replaced it or the connection is gone.
   */
  completeSync(
    workspaceId: WorkspaceId,
    connectionId: string,
    syncId: string,
    inventory: Inventory,
    syncedAt: string,
  ): Promise<void>;
  /** Ends the sync as failed, under the same condition as `completeSync`. */
  failSync(workspaceId: WorkspaceId, connectionId: string, syncId: string, message: string): Promise<void>;
  /** Deletes everything known about the connection's data. */
  deleteAll(workspaceId: WorkspaceId, connectionId: string): Promise<void>;
}
