import type { IncidentCounts, TimelineEntry } from "../../contract/incidents.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Page, PageRequest } from "../../common/page.js";
import type { IncidentRecord, NewEntry } from "./incident-record.js";

type IncidentFilter = { isClosed: boolean; connectionId?: string | undefined };

/** The changed incident, and the entries to add to its timeline; null if nothing changes. */
export type IncidentChange = { incident: IncidentRecord; entries: readonly NewEntry[] } | null;

/** An incident that a run changed, and the entries that the run added to its timeline, oldest first. */
export type ChangedIncident = { incident: IncidentRecord; entries: readonly TimelineEntry[] };

export interface IncidentRepository {
  /** The most important first (`sortKeyOf`); of closed incidents, the newest. */
  list(workspaceId: WorkspaceId, filter: IncidentFilter, page: PageRequest): Promise<Page<IncidentRecord>>;
  /** Of all connections, or of one. */
  counts(workspaceId: WorkspaceId, connectionId?: string): Promise<IncidentCounts>;
  find(workspaceId: WorkspaceId, id: string): Promise<IncidentRecord | null>;
  /** Those that exist, in no particular order. */
  findAll(workspaceId: WorkspaceId, ids: readonly string[]): Promise<IncidentRecord[]>;
  /** Oldest first. */
  timeline(workspaceId: WorkspaceId, id: string): Promise<TimelineEntry[]>;
  /** The incidents that the next run over a connection looks at, in no particular order. */
  followed(workspaceId: WorkspaceId, connectionId: string): Promise<IncidentRecord[]>;
  /** The first of these, the most important first. */
  mostImportant(workspaceId: WorkspaceId, connectionId: string, limit: number): Promise<IncidentRecord[]>;
  /** A connection's incidents with an annotation, in no particular order. */
  annotated(workspaceId: WorkspaceId, connectionId: string): Promise<IncidentRecord[]>;
  /** When one of a connection's incidents last changed; null if there are none. */
  changedAt(workspaceId: WorkspaceId, connectionId: string): Promise<string | null>;
  /**
   * Changes an incident and appends to its timeline in one transaction; `change` gets the stored incident and may be
   * called more than once.
   */
  change(
    workspaceId: WorkspaceId,
    id: string,
    change: (before: IncidentRecord | null) => IncidentChange,
  ): Promise<IncidentRecord | null>;
  /** The incidents that a run changed, with the entries that it added, in no particular order. */
  changedBy(workspaceId: WorkspaceId, runId: string): Promise<ChangedIncident[]>;
  deleteOf(workspaceId: WorkspaceId, connectionId: string): Promise<void>;
}

/** Entry ids sort as text in the order of appending. */
export const entryId = (place: number): string => String(place).padStart(6, "0");
