import type { IncidentCounts, TimelineEntry } from "../../contract/incidents.js";
import { byImportance } from "../../contract/incidents/rank.js";
import { decodeCursor, unknownCursor } from "../../common/page.js";
import type { IncidentRecord } from "../../features/incidents/incident-record.js";
import { entryId, type IncidentRepository } from "../../features/incidents/incident-repository.js";
import type { MemoryDatabase } from "./memory-database.js";
import { memoryPage, pageOf } from "./memory-page.js";

const name = "incidents";

/** Ids break ties, as in Firestore. */
const byPlace = (a: IncidentRecord, b: IncidentRecord): number =>
  byImportance(a, b) || (a.id < b.id ? -1 : Number(a.id > b.id));

export function memoryIncidents(db: MemoryDatabase): IncidentRepository {
  const timeline = (id: string) => `${name}/${id}/timeline`;
  return {
    list: async (workspaceId, { isClosed, connectionId }, page) => {
      const all = db.all<IncidentRecord>(workspaceId, name);
      const chosen = all
        .filter((one) => one.isClosed === isClosed)
        .filter((one) => connectionId === undefined || one.connectionId === connectionId);
      if (isClosed) return memoryPage(chosen, page);
      const ordered = chosen.sort(byPlace);
      if (page.cursor === undefined) return pageOf(ordered, page.limit);
      const { id } = decodeCursor(page.cursor);
      const last = all.find((one) => one.id === id);
      if (!last) throw unknownCursor();
      return pageOf(
        ordered.filter((one) => byPlace(one, last) > 0),
        page.limit,
      );
    },
    counts: async (workspaceId, connectionId) => {
      const counts: IncidentCounts = { open: 0, acknowledged: 0, muted: 0, closed: 0 };
      for (const one of db.all<IncidentRecord>(workspaceId, name))
        if (connectionId === undefined || one.connectionId === connectionId) counts[one.status]++;
      return counts;
    },
    find: async (workspaceId, id) => db.get(workspaceId, name, id),
    findAll: async (workspaceId, ids) =>
      ids.flatMap((id) => db.get<IncidentRecord>(workspaceId, name, id) ?? []),
    timeline: async (workspaceId, id) => db.all<TimelineEntry>(workspaceId, timeline(id)),
    followed: async (workspaceId, connectionId) =>
      db
        .all<IncidentRecord>(workspaceId, name)
        .filter((one) => one.connectionId === connectionId && one.isFollowed),
    mostImportant: async (workspaceId, connectionId, limit) =>
      db
        .all<IncidentRecord>(workspaceId, name)
        .filter((one) => one.connectionId === connectionId && one.isFollowed)
        .sort(byPlace)
        .slice(0, limit),
    annotated: async (workspaceId, connectionId) =>
      db
        .all<IncidentRecord>(workspaceId, name)
        .filter((one) => one.connectionId === connectionId && one.isAnnotated),
    changedAt: async (workspaceId, connectionId) =>
      db
        .all<IncidentRecord>(workspaceId, name)
        .filter((one) => one.connectionId === connectionId)
        .map(({ updatedAt }) => updatedAt)
        .sort()
        .at(-1) ?? null,
    change: async (workspaceId, id, change) => {
      const before = db.get<IncidentRecord>(workspaceId, name, id);
      const changed = change(before);
      if (changed === null) return before;
      const place = before?.entries ?? 0;
      const after = { ...changed.incident, entries: place + changed.entries.length };
      db.set(workspaceId, name, id, after);
      for (const [index, entry] of changed.entries.entries())
        db.set(workspaceId, timeline(id), entryId(place + index), { ...entry, id: entryId(place + index) });
      return after;
    },
    changedBy: async (workspaceId, runId) =>
      db.all<IncidentRecord>(workspaceId, name).flatMap((incident) => {
        const entries = db
          .all<TimelineEntry>(workspaceId, timeline(incident.id))
          .filter((entry) => entry.runId === runId);
        return entries.length > 0 ? [{ incident, entries }] : [];
      }),
    deleteOf: async (workspaceId, connectionId) => {
      for (const { id, ...one } of db.all<IncidentRecord>(workspaceId, name))
        if (one.connectionId === connectionId) {
          db.delete(workspaceId, name, id);
          db.deleteAll(workspaceId, timeline(id));
        }
    },
  };
}
