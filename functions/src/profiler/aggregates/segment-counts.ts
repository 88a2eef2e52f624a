import type { SegmentValue, VersionPlan } from "../../aggregates/event-segments.js";

/** Two-way counts of one event on one day. All numbers are rows. */
export type EventDaySegments = {
  /** Parallel to the dimensions of the day. */
  dimensions: readonly (readonly DaySegment[])[];
  /** Null when the event has no version property. */
  versions: DayVersions | null;
  /** Counts of a property of the event inside these segments and pairs. */
  property(name: string): PropertyDaySegments;
};

/** One of a dimension's most common values of the day, with at least 5 rows. */
export type DaySegment = SegmentValue & { rows: number };

/** The most common pairs of platform and version of the day, with at least 5 rows. */
export type DayVersions = VersionPlan & { pairs: readonly DayPair[] };
export type DayPair = { platform: SegmentValue | null; version: SegmentValue; rows: number };

/** A property of one event on one day, inside the event's segments. */
export type PropertyDaySegments = {
  /** By dimension and segment, parallel to the event's. */
  dimensions: readonly (readonly SegmentDayCounts[])[];
  /** By pair; empty when the event has no version property. */
  pairs: readonly NullCounts[];
  /** Rows by bucket, over all rows of the event; null when the property has more than 200 values. */
  buckets: readonly number[] | null;
};

export type NullCounts = { nulls: number; nullLikes: number };

/** The segment's other rows have booleans, lists and objects. */
export type SegmentDayCounts = NullCounts & {
  numbers: number;
  texts: number;
  /** Rows by bucket; null when the dimension is not narrow or the property has too many values. */
  buckets: readonly number[] | null;
};
