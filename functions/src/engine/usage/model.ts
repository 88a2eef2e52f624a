import type { UsedObjectKind } from "../../contract/integrations/project-context.js";

/** A name that a saved object reads: an event, a property of an event, or a user property. */
export type NameReference =
  | { kind: "event"; event: string }
  /** `event` null: of any event. */
  | { kind: "event-property"; event: string | null; property: string }
  | { kind: "user-property"; property: string };

/**
 * What the definition of a saved object names, before definitions that are stored elsewhere are looked up. Events may be
 * tokens: `$custom_event:ID`, `$metric:ID`, or `$all_events`.
 */
export type References = {
  events: Set<string>;
  /** `events` null: of any event. `id` names a custom property. */
  properties: { events: readonly string[] | null; name: string | null; id: string | null }[];
  userProperties: Set<string>;
  cohorts: Set<string>;
};

/** Definitions that others refer to by id. */
export type Definitions = {
  /** What each custom event stands for: its events, and the properties by which it selects them. */
  customEvents: ReadonlyMap<string, References>;
  customProperties: ReadonlyMap<string, References>;
  cohorts: ReadonlyMap<string, References>;
  /** `events`: what it counts, without the events of its filters. */
  metrics: ReadonlyMap<string, { references: References; events: readonly string[] }>;
};

/** A saved object of a project that people look at or that something depends on. */
export type UsedObject = {
  kind: UsedObjectKind;
  id: string;
  name: string;
  owner: string | null;
  /** All its views; null where Mixpanel does not count them. */
  views: number | null;
  /** Instant, or null while unknown. */
  modifiedAt: string | null;
  /** The dashboard that a report is on, or the report that an alert watches. */
  parentId: string | null;
};
