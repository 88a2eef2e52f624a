import type { Firestore, Transaction } from "firebase-admin/firestore";
import { membersChannel, routeSchema } from "../../../contract/channels/routes.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import {
  channelRecordSchema,
  deliveryRecordSchema,
  threadSchema,
  type DeliveryRecord,
} from "../../../features/channels/channel-record.js";
import { channelIdTaken, type ChannelRepository } from "../../../features/channels/channel-repository.js";
import { notFound, raise } from "../../../common/errors.js";
import type { Logger } from "../../../common/logger.js";
import {
  assertRoomFor,
  createdBefore,
  deleteDocuments,
  documentOf,
  dueRecordPages,
  read,
  readPage,
  readQuery,
  readSealedWithOtherKeys,
  storedInstant,
  tenantRecordPages,
} from "../documents.js";
import { paths } from "../paths.js";
import { putAudit } from "../workspace-repository.js";

/** Instants that queries order by are timestamps; the others are text. */
const storedDelivery = deliveryRecordSchema.extend({
  createdAt: storedInstant,
  nextSweepAt: storedInstant.nullable(),
});

const deliveryDocument = (delivery: DeliveryRecord) => documentOf(delivery, "createdAt", "nextSweepAt");

export function firestoreChannels(db: Firestore, logger: Logger): ChannelRepository {
  const channelRef = (workspaceId: WorkspaceId, id: string) => db.doc(paths.channel(workspaceId, id));
  const routeRef = (workspaceId: WorkspaceId, id: string) => db.doc(paths.route(workspaceId, id));
  const deliveryRef = (workspaceId: WorkspaceId, id: string) => db.doc(paths.delivery(workspaceId, id));
  const waitingIn = (workspaceId: WorkspaceId) =>
    db.collection(paths.deliveries(workspaceId)).where("status", "==", "waiting");
  const allDeliveries = db.collectionGroup(paths.allDeliveries);
  const assertChannelExists = async (
    tx: Transaction,
    workspaceId: WorkspaceId,
    id: string,
  ): Promise<void> => {
    if (id !== membersChannel.id && !(await tx.get(channelRef(workspaceId, id))).exists)
      throw notFound("channel");
  };

  return {
    list: async (workspaceId) =>
      (await readQuery(channelRecordSchema, db.collection(paths.channels(workspaceId)), logger)).sort(
        byCreation,
      ),
    find: async (workspaceId, id) => read(channelRecordSchema, await channelRef(workspaceId, id).get()),
    create: (workspaceId, channel, entry) =>
      db.runTransaction(async (tx) => {
        await assertRoomFor(tx, db.collection(paths.channels(workspaceId)), "channels");
        const ref = channelRef(workspaceId, channel.id);
        if ((await tx.get(ref)).exists) throw channelIdTaken("channel");
        tx.create(ref, documentOf(channel));
        putAudit(db, tx, workspaceId, entry);
      }),
    change: (workspaceId, id, change) =>
      db.runTransaction(async (tx) => {
        const before = read(channelRecordSchema, await tx.get(channelRef(workspaceId, id)));
        if (!before) return null;
        const after = change(before);
        tx.set(channelRef(workspaceId, id), documentOf(after));
        return after;
      }),
    delete: async (workspaceId, id, entryOf) => {
      await db.runTransaction(async (tx) => {
        const ref = channelRef(workspaceId, id);
        const channel = read(channelRecordSchema, await tx.get(ref)) ?? raise(notFound("channel"));
        const routes = await tx.get(db.collection(paths.routes(workspaceId)).where("channelId", "==", id));
        tx.delete(ref);
        for (const route of routes.docs) tx.delete(route.ref);
        putAudit(db, tx, workspaceId, entryOf(channel));
      });
      await db.recursiveDelete(channelRef(workspaceId, id));
    },
    ofKind: (kind, pageSize) =>
      tenantRecordPages(
        channelRecordSchema,
        db.collectionGroup(paths.allChannels).where("kind", "==", kind),
        pageSize,
        logger,
      ),
    sealedWithOtherKeys: (keyId, limit) =>
      readSealedWithOtherKeys(
        db.collectionGroup(paths.allChannels),
        channelRecordSchema,
        keyId,
        limit,
        logger,
      ),

    routes: async (workspaceId) =>
      (await readQuery(routeSchema, db.collection(paths.routes(workspaceId)), logger)).sort(byCreation),
    createRoute: (workspaceId, route, entry) =>
      db.runTransaction(async (tx) => {
        await assertChannelExists(tx, workspaceId, route.channelId);
        await assertRoomFor(tx, db.collection(paths.routes(workspaceId)), "routes");
        const ref = routeRef(workspaceId, route.id);
        if ((await tx.get(ref)).exists) throw channelIdTaken("route");
        tx.create(ref, documentOf(route));
        putAudit(db, tx, workspaceId, entry);
      }),
    updateRoute: (workspaceId, id, change, entry) =>
      db.runTransaction(async (tx) => {
        const ref = routeRef(workspaceId, id);
        const after = change(read(routeSchema, await tx.get(ref)) ?? raise(notFound("route")));
        await assertChannelExists(tx, workspaceId, after.channelId);
        tx.set(ref, documentOf(after));
        putAudit(db, tx, workspaceId, entry);
        return after;
      }),
    deleteRoute: (workspaceId, id, entryOf) =>
      db.runTransaction(async (tx) => {
        const ref = routeRef(workspaceId, id);
        const entry = entryOf(read(routeSchema, await tx.get(ref)) ?? raise(notFound("route")));
        tx.delete(ref);
        putAudit(db, tx, workspaceId, entry);
      }),

    deliveries: (workspaceId, { channelId }, page) => {
      const all = db.collection(paths.deliveries(workspaceId));
      return readPage(
        channelId === undefined ? all : all.where("channelId", "==", channelId),
        storedDelivery,
        page,
        logger,
      );
    },
    findDelivery: async (workspaceId, id) => read(storedDelivery, await deliveryRef(workspaceId, id).get()),
    changeDelivery: (workspaceId, id, change) =>
      db.runTransaction(async (tx) => {
        const ref = deliveryRef(workspaceId, id);
        const before = read(storedDelivery, await tx.get(ref));
        const after = change(before);
        if (after === null) return before;
        tx.set(ref, deliveryDocument(after));
        return after;
      }),
    waiting: (workspaceId, channelId, limit) => {
      const ofChannel = waitingIn(workspaceId).where("channelId", "==", channelId);
      return readQuery(storedDelivery, ofChannel.orderBy("createdAt").limit(limit), logger);
    },
    due: (workspaceId, now, limit) => {
      const due = waitingIn(workspaceId).where("dueAt", "<=", now);
      return readQuery(storedDelivery, due.orderBy("dueAt").limit(limit), logger);
    },
    dueForSweep: (now, pageSize) =>
      dueRecordPages(storedDelivery, allDeliveries, "nextSweepAt", now, pageSize, logger),
    deleteOldDeliveries: async (before, limit) =>
      deleteDocuments(db, await createdBefore(allDeliveries, before, limit)),

    thread: async (workspaceId, channelId, incidentId) =>
      read(threadSchema, await db.doc(paths.thread(workspaceId, channelId, incidentId)).get()),
    saveThread: async (workspaceId, channelId, thread) => {
      await db.doc(paths.thread(workspaceId, channelId, thread.id)).set(documentOf(thread));
    },
  };
}

const byCreation = (a: { createdAt: string }, b: { createdAt: string }): number =>
  a.createdAt.localeCompare(b.createdAt);
