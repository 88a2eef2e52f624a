import type { PlannedDimension } from "../../aggregates/event-segments.js";
import type { EventDaySegments } from "./segment-counts.js";
import type { Day } from "../../common/days.js";
import type { PropertyDay } from "../../aggregates/model.js";

/** One event on one day, with the properties that at least one of its rows has. */
export type EventDay = {
  event: string;
  rows: number;
  /** Rows of the same user in the same second as an earlier one, see `AggregateReader.copies`; missing for profiles. */
  copies?: number | undefined;
  /** Rows by hour since the day's first second, 23 to 25 hours; missing for profiles. */
  hours?: readonly number[] | undefined;
  /** Sorted by name, UTF-16 order. */
  properties: Iterable<readonly [property: string, day: PropertyDay]>;
  /** Missing when the day has no dimensions. */
  segments?: EventDaySegments;
};

/** One day of a project. `events` is sorted by name (UTF-16 order) and may be computed again on each iteration. */
export type DayAggregates = {
  day: Day;
  events: Iterable<EventDay>;
  /** Dimensions that two-way counts were made for; missing when none were made. */
  dimensions?: readonly PlannedDimension[];
};

/** A day without rows. */
export const emptyDay = (day: Day): DayAggregates => ({ day, events: [] });
