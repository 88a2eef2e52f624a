import type { ChannelKind } from "../../contract/channels/kinds.js";
import type { Route } from "../../contract/channels/routes.js";
import type { AuditEntry, WorkspaceId } from "../../contract/workspaces.js";
import { AppError } from "../../common/errors.js";
import type { Page, PageRequest } from "../../common/page.js";
import type { TenantRecord, TenantRecordPage } from "../../common/tenant-records.js";
import type { ChannelRecord, DeliveryRecord, Thread } from "./channel-record.js";

export interface ChannelRepository {
  /** Oldest first. */
  list(workspaceId: WorkspaceId): Promise<ChannelRecord[]>;
  find(workspaceId: WorkspaceId, id: string): Promise<ChannelRecord | null>;
  /** @throws AppError `limit-reached`, `id-taken` */
  create(workspaceId: WorkspaceId, channel: ChannelRecord, entry: AuditEntry): Promise<void>;
  /** Changes a channel in a transaction; `change` may be called again. @returns null if it was deleted */
  change(
    workspaceId: WorkspaceId,
    id: string,
    change: (before: ChannelRecord) => ChannelRecord,
  ): Promise<ChannelRecord | null>;
  /**
   * Deletes a channel with its routes and threads; its deliveries are kept as history. `entry` gets the
   * stored channel and may refuse by throwing.
   * @throws AppError `not-found`
   */
  delete(workspaceId: WorkspaceId, id: string, entry: (channel: ChannelRecord) => AuditEntry): Promise<void>;
  /** Channels of all workspaces. */
  ofKind(kind: ChannelKind, pageSize: number): AsyncIterable<TenantRecordPage<ChannelRecord>>;
  /** Channels of all workspaces whose secrets were encrypted with a key other than this one. */
  sealedWithOtherKeys(keyId: string, limit: number): Promise<TenantRecord<ChannelRecord>[]>;

  /** Oldest first. */
  routes(workspaceId: WorkspaceId): Promise<Route[]>;
  /** @throws AppError `limit-reached`, `id-taken`; `not-found` if its channel is gone */
  createRoute(workspaceId: WorkspaceId, route: Route, entry: AuditEntry): Promise<void>;
  /** @throws AppError `not-found` if it or its channel is gone */
  updateRoute(
    workspaceId: WorkspaceId,
    id: string,
    change: (before: Route) => Route,
    entry: AuditEntry,
  ): Promise<Route>;
  /** `entry` gets the stored route and may refuse by throwing. @throws AppError `not-found` */
  deleteRoute(workspaceId: WorkspaceId, id: string, entry: (route: Route) => AuditEntry): Promise<void>;

  /** Newest first. */
  deliveries(
    workspaceId: WorkspaceId,
    filter: { channelId?: string | undefined },
    page: PageRequest,
  ): Promise<Page<DeliveryRecord>>;
  findDelivery(workspaceId: WorkspaceId, id: string): Promise<DeliveryRecord | null>;
  /**
   * Changes or creates a delivery in a transaction. If `change` returns null, nothing is written. `change`
   * may be called again.
   */
  changeDelivery(
    workspaceId: WorkspaceId,
    id: string,
    change: (before: DeliveryRecord | null) => DeliveryRecord | null,
  ): Promise<DeliveryRecord | null>;
  /** A channel's waiting deliveries, oldest first. */
  waiting(workspaceId: WorkspaceId, channelId: string, limit: number): Promise<DeliveryRecord[]>;
  /** A workspace's deliveries that are due by `now`, including those being sent, longest due first. */
  due(workspaceId: WorkspaceId, now: string, limit: number): Promise<DeliveryRecord[]>;
  /** Deliveries of all workspaces that are due for a sweep, earliest first, each once. */
  dueForSweep(now: string, pageSize: number): AsyncIterable<TenantRecordPage<DeliveryRecord>>;
  /** Deletes deliveries of all workspaces that were created before `before`. @returns how many */
  deleteOldDeliveries(before: string, limit: number): Promise<number>;

  thread(workspaceId: WorkspaceId, channelId: string, incidentId: string): Promise<Thread | null>;
  saveThread(workspaceId: WorkspaceId, channelId: string, thread: Thread): Promise<void>;
}

export const channelIdTaken = (what: "channel" | "route"): AppError =>
  new AppError("id-taken", `There is a ${what} with this id.`, {
    userMessage: `There is already a ${what} with this id.`,
  });
