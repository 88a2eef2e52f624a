import type { UsedObjectKind } from "../../contract/integrations/project-context.js";

/** A name that a saved object reads: an event, a property of an event, or a user property. */
export type NameReference =
  | { kind: "event"; event: string }
  /** If `event` is null, it is a property of any event. */
  | { kind: "event-property"; event: string | null; property: string }
  | { kind: "user-property"; property: string };

/**
 * The names in the definition of a saved object, before definitions that it refers to by id are looked up. Events may
 * be tokens: `$custom_event:ID`, `$metric:ID`, or `$all_events`.
 */
export type References = {
  events: Set<string>;
  /** If `events` is null, it is a property of any event. `id` is that of a custom property. */
  properties: { events: readonly string[] | null; name: string | null; id: string | null }[];
  userProperties: Set<string>;
  cohorts: Set<string>;
};

/** Definitions that others refer to, by id. */
export type Definitions = {
  /** The events that each custom event combines, and the properties it selects them by. */
  customEvents: ReadonlyMap<string, References>;
  customProperties: ReadonlyMap<string, References>;
  cohorts: ReadonlyMap<string, References>;
  /** `events` are those that the metric counts, without those of its filters. */
  metrics: ReadonlyMap<string, { references: References; events: readonly string[] }>;
};

/** A saved object of a Mixpanel project that people look at or that something depends on. */
export type UsedObject = {
  kind: UsedObjectKind;
  id: string;
  name: string;
  owner: string | null;
  /** Total views; null if Mixpanel does not count them. */
  views: number | null;
  /** Instant; null if unknown. */
  modifiedAt: string | null;
  /** The dashboard that a report is on, or the report that an alert watches. */
  parentId: string | null;
};
