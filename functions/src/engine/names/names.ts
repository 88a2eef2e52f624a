import type { personalKinds } from "../../aggregates/model.js";
import type { Day } from "../../common/days.js";
import type { NameKind, Notice, ValueKind } from "../../contract/names/notice.js";

export type SeenOn = NonNullable<Notice["seenOn"]>;

/** A name in the data of one run. Properties of events are one name, whichever events they are on. */
export type ObservedName = {
  kind: NameKind;
  name: string;
  /** Null if it was there on the first days already, so that it may be older. */
  firstDay: Day | null;
  lastDay: Day;
  /** Events (profiles) with the name per day, from its first to its last day, at most the last 28 days of these. */
  perDay: number;
  /** Events that a property is on, the busiest first, at most `mostListedEvents`; empty for other names. */
  events: string[];
  eventCount: number;
  seenOn: SeenOn | null;
  /** Type of most values of a property that is new in the run's days; null for others. */
  valueKind: ValueKind | null;
};

/** A new name that took over from one or, if an event was split, an event that became two. */
export type Rename = {
  kind: "event" | "event_property";
  from: string;
  to: string[];
  /** First day of the new name. */
  day: Day;
  /** Volume that the new names gained by volume that the old one lost. */
  volume: number;
  /** Properties that the old and the first new event have in common, of those of the old one; null for properties. */
  shared: { properties: number; of: number } | null;
  /** Events on which a property was renamed, at most `mostListedEvents`. */
  events: string[];
};

/** What began in the values of a property. */
export type ValueChange = {
  property: string;
  /** The event with the most such values. */
  event: string;
  eventCount: number;
  day: Day;
  /** Share of such values since the day, 0–1. */
  share: number;
};

/** What a run's data tells about names. All of it is about the days from `from` to `to`. */
export type NamesInRun = {
  from: Day;
  to: Day;
  names: ObservedName[];
  renames: Rename[];
  typeChanges: (ValueChange & { before: ValueKind; after: ValueKind })[];
  personalData: (ValueChange & { found: (typeof personalKinds)[number] })[];
};

export const mostListedEvents = 20;

/** Days at the start of a run's days that show what was there before: names that begin later appeared. */
export const warmUpDays = 14;
