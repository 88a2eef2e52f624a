import type {
  CollectionReference,
  DocumentSnapshot,
  Firestore,
  Query,
  QueryDocumentSnapshot,
} from "firebase-admin/firestore";
import { timelineEntrySchema, type IncidentCounts, type TimelineEntry } from "../../contract/incidents.js";
import { sortKeyOf } from "../../contract/incidents/rank.js";
import { incidentStatusSchema, type IncidentStatus } from "../../contract/incidents/states.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { incidentRecordSchema, type IncidentRecord } from "../../features/incidents/incident-record.js";
import { entryId, type IncidentRepository } from "../../features/incidents/incident-repository.js";
import type { Logger } from "../../common/logger.js";
import { decodeCursor, type Page, type PageRequest, unknownCursor } from "../../common/page.js";
import {
  documentOf,
  pageOf,
  pagesOf,
  parseDocuments,
  read,
  readAll,
  readPage,
  readQuery,
  storedInstant,
} from "./documents.js";
import { paths, workspaceIdOfPath } from "./paths.js";

const storedIncident = incidentRecordSchema.extend({ createdAt: storedInstant, updatedAt: storedInstant });
const storedEntry = timelineEntrySchema.extend({ at: storedInstant });

export function firestoreIncidents(db: Firestore, logger: Logger): IncidentRepository {
  const incidents = (workspaceId: WorkspaceId) => db.collection(paths.incidents(workspaceId));
  const timelineOf = (workspaceId: WorkspaceId, id: string) =>
    db.collection(paths.incidentTimeline(workspaceId, id));
  const followed = (workspaceId: WorkspaceId, connectionId: string) =>
    incidents(workspaceId).where("connectionId", "==", connectionId).where("isFollowed", "==", true);
  /** A cursor names the last incident of a page, which keeps its place whether or not it is closed meanwhile. */
  const mostImportantPage = async (
    all: CollectionReference,
    chosen: Query,
    { limit, cursor }: PageRequest,
  ): Promise<Page<IncidentRecord>> => {
    const ordered = chosen.orderBy("sortKey");
    if (cursor === undefined) return pageOf(ordered, storedIncident, limit, logger);
    const last = await all.doc(decodeCursor(cursor).id).get();
    if (!last.exists) throw unknownCursor();
    return pageOf(ordered.startAfter(last), storedIncident, limit, logger);
  };
  return {
    list: (workspaceId, { isClosed, connectionId }, page) => {
      const all = incidents(workspaceId).where("isClosed", "==", isClosed);
      const chosen = connectionId === undefined ? all : all.where("connectionId", "==", connectionId);
      return isClosed
        ? readPage(chosen, storedIncident, page, logger)
        : mostImportantPage(incidents(workspaceId), chosen, page);
    },
    counts: async (workspaceId, connectionId) => {
      const counted =
        connectionId === undefined
          ? incidents(workspaceId)
          : incidents(workspaceId).where("connectionId", "==", connectionId);
      const count = async (status: IncidentStatus) => {
        const found = await counted.where("status", "==", status).count().get();
        return [status, found.data().count] as const;
      };
      const counts = await Promise.all(incidentStatusSchema.options.map(count));
      return Object.fromEntries(counts) as IncidentCounts;
    },
    find: async (workspaceId, id) => read(storedIncident, await incidents(workspaceId).doc(id).get()),
    findAll: async (workspaceId, ids) => {
      if (ids.length === 0) return [];
      const found = await db.getAll(...ids.map((id) => incidents(workspaceId).doc(id)));
      return readAll(storedIncident, found.filter(isThere), logger);
    },
    timeline: (workspaceId, id) => readQuery(storedEntry, timelineOf(workspaceId, id), logger),
    followed: (workspaceId, connectionId) =>
      readQuery(storedIncident, followed(workspaceId, connectionId), logger),
    mostImportant: (workspaceId, connectionId, limit) =>
      readQuery(storedIncident, followed(workspaceId, connectionId).orderBy("sortKey").limit(limit), logger),
    annotated: (workspaceId, connectionId) =>
      readQuery(
        storedIncident,
        incidents(workspaceId).where("connectionId", "==", connectionId).where("isAnnotated", "==", true),
        logger,
      ),
    changedAt: async (workspaceId, connectionId) => {
      const latest = incidents(workspaceId)
        .where("connectionId", "==", connectionId)
        .orderBy("updatedAt", "desc")
        .limit(1)
        .select("updatedAt");
      const { docs } = await latest.get();
      return docs[0] ? storedInstant.parse(docs[0].get("updatedAt")) : null;
    },
    change: (workspaceId, id, change) =>
      db.runTransaction(async (tx) => {
        const ref = incidents(workspaceId).doc(id);
        const before = read(storedIncident, await tx.get(ref));
        const changed = change(before);
        if (changed === null) return before;
        const place = before?.entries ?? 0;
        const after = { ...changed.incident, entries: place + changed.entries.length };
        tx.set(ref, incidentDocument(after));
        for (const [index, entry] of changed.entries.entries())
          tx.create(timelineOf(workspaceId, id).doc(entryId(place + index)), documentOf(entry, "at"));
        return after;
      }),
    changedBy: async (workspaceId, runId) => {
      const { docs } = await db.collectionGroup(paths.allTimelines).where("runId", "==", runId).get();
      const found = parseDocuments(storedEntry, docs, logger).filter(
        ({ path }) => workspaceIdOfPath(path) === workspaceId,
      );
      const byIncident = new Map<string, TimelineEntry[]>();
      for (const { path, record } of found) {
        const id = path.split("/").at(-3)!;
        byIncident.set(id, [...(byIncident.get(id) ?? []), record]);
      }
      if (byIncident.size === 0) return [];
      const refs = [...byIncident.keys()].map((id) => incidents(workspaceId).doc(id));
      return (await db.getAll(...refs)).flatMap((snapshot) => {
        const incident = read(storedIncident, snapshot);
        const entries = byIncident.get(snapshot.id)!.sort((a, b) => a.id.localeCompare(b.id));
        return incident ? [{ incident, entries }] : [];
      });
    },
    deleteOf: async (workspaceId, connectionId) => {
      const all = incidents(workspaceId).where("connectionId", "==", connectionId);
      for await (const docs of pagesOf(all, 100))
        await Promise.all(docs.map(({ ref }) => db.recursiveDelete(ref)));
    },
  };
}

const isThere = (document: DocumentSnapshot): document is QueryDocumentSnapshot => document.exists;

const incidentDocument = (incident: IncidentRecord) =>
  documentOf({ ...incident, sortKey: sortKeyOf(incident) }, "createdAt", "updatedAt");
