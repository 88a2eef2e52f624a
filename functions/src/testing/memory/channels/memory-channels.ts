import { membersChannel, type Route } from "../../../contract/channels/routes.js";
import type { AuditEntry, LimitedResource, WorkspaceId } from "../../../contract/workspaces.js";
import type { ChannelRecord, DeliveryRecord, Thread } from "../../../features/channels/channel-record.js";
import { channelIdTaken, type ChannelRepository } from "../../../features/channels/channel-repository.js";
import { assertBelowLimit } from "../../../features/workspaces/workspace-errors.js";
import { notFound, raise } from "../../../common/errors.js";
import type { MemoryDatabase } from "../memory-database.js";
import { memoryPage, tenantPages } from "../memory-page.js";

export function memoryChannels(db: MemoryDatabase): ChannelRepository {
  const find = (workspaceId: WorkspaceId, id: string) => db.get<ChannelRecord>(workspaceId, "channels", id);
  const findDelivery = (workspaceId: WorkspaceId, id: string) =>
    db.get<DeliveryRecord>(workspaceId, "deliveries", id);
  const threads = (channelId: string) => `channels/${channelId}/threads`;
  const putAudit = (workspaceId: WorkspaceId, entry: AuditEntry) =>
    db.set(workspaceId, "audit", entry.id, entry);
  const assertRoom = (workspaceId: WorkspaceId, name: LimitedResource) =>
    assertBelowLimit(name, db.all(workspaceId, name).length);
  const assertChannelExists = (workspaceId: WorkspaceId, id: string): void => {
    if (id !== membersChannel.id && !find(workspaceId, id)) throw notFound("channel");
  };
  return {
    list: async (workspaceId) => db.all<ChannelRecord>(workspaceId, "channels").sort(byCreation),
    find: async (workspaceId, id) => find(workspaceId, id),
    create: async (workspaceId, channel, entry) => {
      assertRoom(workspaceId, "channels");
      if (find(workspaceId, channel.id)) throw channelIdTaken("channel");
      db.set(workspaceId, "channels", channel.id, channel);
      putAudit(workspaceId, entry);
    },
    change: async (workspaceId, id, change) => {
      const before = find(workspaceId, id);
      if (!before) return null;
      const after = change(before);
      db.set(workspaceId, "channels", id, after);
      return after;
    },
    delete: async (workspaceId, id, entryOf) => {
      const entry = entryOf(find(workspaceId, id) ?? raise(notFound("channel")));
      db.delete(workspaceId, "channels", id);
      db.deleteAll(workspaceId, threads(id));
      for (const route of db.all<Route>(workspaceId, "routes"))
        if (route.channelId === id) db.delete(workspaceId, "routes", route.id);
      putAudit(workspaceId, entry);
    },
    ofKind: (kind, pageSize) =>
      tenantPages(
        db.everyones<ChannelRecord>("channels", (channel) => channel.kind === kind),
        pageSize,
      ),
    sealedWithOtherKeys: async (keyId, limit) =>
      db
        .everyones<ChannelRecord>("channels", ({ secret }) => secret !== null && secret.keyId !== keyId)
        .slice(0, limit),

    routes: async (workspaceId) => db.all<Route>(workspaceId, "routes").sort(byCreation),
    createRoute: async (workspaceId, route, entry) => {
      assertChannelExists(workspaceId, route.channelId);
      assertRoom(workspaceId, "routes");
      if (db.get(workspaceId, "routes", route.id)) throw channelIdTaken("route");
      db.set(workspaceId, "routes", route.id, route);
      putAudit(workspaceId, entry);
    },
    updateRoute: async (workspaceId, id, change, entry) => {
      const after = change(db.get<Route>(workspaceId, "routes", id) ?? raise(notFound("route")));
      assertChannelExists(workspaceId, after.channelId);
      db.set(workspaceId, "routes", id, after);
      putAudit(workspaceId, entry);
      return after;
    },
    deleteRoute: async (workspaceId, id, entryOf) => {
      const entry = entryOf(db.get<Route>(workspaceId, "routes", id) ?? raise(notFound("route")));
      db.delete(workspaceId, "routes", id);
      putAudit(workspaceId, entry);
    },

    deliveries: async (workspaceId, { channelId }, page) =>
      memoryPage(
        db
          .all<DeliveryRecord>(workspaceId, "deliveries")
          .filter((one) => channelId === undefined || one.channelId === channelId),
        page,
      ),
    findDelivery: async (workspaceId, id) => findDelivery(workspaceId, id),
    changeDelivery: async (workspaceId, id, change) => {
      const before = findDelivery(workspaceId, id);
      const after = change(before);
      if (after === null) return before;
      db.set(workspaceId, "deliveries", id, after);
      return after;
    },
    waiting: async (workspaceId, channelId, limit) =>
      db
        .all<DeliveryRecord>(workspaceId, "deliveries")
        .filter((one) => one.channelId === channelId && one.status === "waiting")
        .sort(byCreation)
        .slice(0, limit),
    due: async (workspaceId, now, limit) =>
      db
        .all<DeliveryRecord>(workspaceId, "deliveries")
        .filter((one) => one.status === "waiting" && one.dueAt <= now)
        .sort((a, b) => a.dueAt.localeCompare(b.dueAt) || (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    dueForSweep: (now, pageSize) =>
      tenantPages(
        db
          .everyones<DeliveryRecord>(
            "deliveries",
            ({ nextSweepAt }) => nextSweepAt !== null && nextSweepAt <= now,
          )
          .sort((a, b) => (a.record.nextSweepAt! < b.record.nextSweepAt! ? -1 : 1)),
        pageSize,
      ),
    deleteOldDeliveries: async (before, limit) => {
      const old = db
        .everyones<DeliveryRecord>("deliveries", ({ createdAt }) => createdAt < before)
        .slice(0, limit);
      for (const { workspaceId, record } of old) db.delete(workspaceId, "deliveries", record.id);
      return old.length;
    },

    thread: async (workspaceId, channelId, incidentId) =>
      db.get<Thread>(workspaceId, threads(channelId), incidentId),
    saveThread: async (workspaceId, channelId, thread) =>
      db.set(workspaceId, threads(channelId), thread.id, thread),
  };
}

const byCreation = (a: { createdAt: string }, b: { createdAt: string }): number =>
  a.createdAt.localeCompare(b.createdAt);
