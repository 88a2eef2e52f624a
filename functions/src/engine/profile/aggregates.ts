import type { Day, PropertyDay } from "../model.js";

/** One event on one day. Only properties that stood on at least one of its rows are listed. */
export type EventDay = {
  event: string;
  rows: number;
  /** Sorted by name, UTF-16 order. */
  properties: Iterable<readonly [property: string, day: PropertyDay]>;
};

/** One project day of a project. `events` is sorted by name (UTF-16 order); it may be made anew on each pass. */
export type DayAggregates = { day: Day; events: Iterable<EventDay> };

/** A day on which the export held no row. */
export const emptyDay = (day: Day): DayAggregates => ({ day, events: [] });
