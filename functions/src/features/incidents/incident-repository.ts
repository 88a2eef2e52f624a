import type { IncidentCounts, TimelineEntry } from "../../contract/incidents.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Page, PageRequest } from "../../common/page.js";
import type { IncidentRecord, NewEntry } from "./incident-record.js";

type IncidentFilter = { isClosed: boolean; connectionId?: string | undefined };

/** What becomes of an incident, and what its timeline says of it. Null: nothing. */
export type IncidentChange = { incident: IncidentRecord; entries: readonly NewEntry[] } | null;

/** An incident that a run changed, and what the run wrote into its timeline, oldest first. */
export type ChangedIncident = { incident: IncidentRecord; entries: readonly TimelineEntry[] };

export interface IncidentRepository {
  /** Newest first. */
  list(workspaceId: WorkspaceId, filter: IncidentFilter, page: PageRequest): Promise<Page<IncidentRecord>>;
  counts(workspaceId: WorkspaceId): Promise<IncidentCounts>;
  find(workspaceId: WorkspaceId, id: string): Promise<IncidentRecord | null>;
  /** Those of them that there are, in no order. */
  findAll(workspaceId: WorkspaceId, ids: readonly string[]): Promise<IncidentRecord[]>;
  /** Oldest first. */
  timeline(workspaceId: WorkspaceId, id: string): Promise<TimelineEntry[]>;
  /** What the next run over a connection looks at, in no order. */
  followed(workspaceId: WorkspaceId, connectionId: string): Promise<IncidentRecord[]>;
  /** Those of a connection with an annotation, in no order. */
  annotated(workspaceId: WorkspaceId, connectionId: string): Promise<IncidentRecord[]>;
  /**
   * Changes an incident and appends to its timeline in one transaction; `change` is given what is stored and may be
   * called again.
   */
  change(
    workspaceId: WorkspaceId,
    id: string,
    change: (before: IncidentRecord | null) => IncidentChange,
  ): Promise<IncidentRecord | null>;
  /** What a run wrote into timelines, in no order of the incidents. */
  changedBy(workspaceId: WorkspaceId, runId: string): Promise<ChangedIncident[]>;
  deleteOf(workspaceId: WorkspaceId, connectionId: string): Promise<void>;
}

/** Sorts as text in the order of appending. */
export const entryId = (place: number): string => String(place).padStart(6, "0");
