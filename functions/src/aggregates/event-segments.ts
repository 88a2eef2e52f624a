import type { Day } from "../common/days.js";

/**
 * What the profiler has to count two-way. It is chosen from the one-way counts of earlier runs
 * (`choose-dimensions.ts`). Two-way counts of a dimension exist only for days that were profiled after it was
 * chosen.
 */
export type SegmentPlan = {
  /** Up to 3 dimensions of the project, the most informative first, which wins ties between findings. */
  dimensions: readonly PlannedDimension[];
  /** By event; events without a version property are missing. */
  versions: ReadonlyMap<string, VersionPlan>;
};

/** `isNarrow`: no event has over 8 values with 100 baseline rows or more, so value buckets are affordable. */
export type PlannedDimension = { property: string; isNarrow: boolean };

/**
 * The property with an event's versions, and the dimension that they are counted in; null = the whole event.
 */
export type VersionPlan = { version: string; platform: string | null };

/** A value of a dimension. `name` is its JSON text, or null if that may not be stored. */
export type SegmentValue = { hash: string; name: string | null };

/** Number of value buckets of a property; see `value-bucket.ts`. */
export const bucketCount = 16;

/**
 * How many values of a dimension, and how many pairs of platform and version, are counted per event and day.
 */
export const countedSegments = 20;

/** A segment with fewer rows on a day isn't counted two-way on that day. */
export const fewestCountedRows = 5;

/** A property with more distinct values on a day has no buckets that day. */
export const mostBucketedValues = 200;

/**
 * Two-way counts of one event, or of the profiles by the day they were last seen. All numbers are rows
 * (profiles). All arrays are laid out day by day, parallel to `days`. Read one property in all its dimensions
 * before the next: arrays may be reused once another property is requested.
 */
export interface EventSegments {
  /** The days of the reader that it comes from. */
  readonly days: readonly Day[];
  /** Dimensions that were counted on at least one of the days, in the order of the plan. */
  readonly dimensions: readonly DimensionRows[];
  /** A property inside the segments of `dimensions[dimension]`. All rows of an unknown property are null. */
  property(dimension: number, property: string): PropertySegments;
  /** Null if the event has no version property. */
  readonly versions: VersionRows | null;
  /** A property inside the pairs of `versions`. */
  versionNulls(property: string): SegmentNulls;
}

/**
 * The segments of one dimension: every value that was among the 20 most common on at least one of the days.
 */
export type DimensionRows = {
  property: string;
  isNarrow: boolean;
  values: readonly SegmentValue[];
  /**
   * Rows of value v on day d at `d · values.length + v`. 0 if the value's properties weren't counted on that
   * day: before the dimension was chosen, if it wasn't among the day's 20 most common values, or if it had
   * fewer than 5 rows.
   */
  rows: Uint32Array;
  /** 1 for each day on which the dimension was counted. */
  isCounted: Uint8Array;
};

/** Rows inside segment v on day d that lack a value of the property, at `d · values.length + v`. */
export type SegmentNulls = {
  /** Absent, JSON null or "". */
  nulls: Uint32Array;
  /** "undefined", "null", "N/A", "none", "nan", in any case. */
  nullLikes: Uint32Array;
};

/** Laid out like the dimension's `rows`; booleans, lists and objects are `rows − nulls − nullLikes − numbers − texts`. */
export type PropertySegments = SegmentNulls & {
  numbers: Uint32Array;
  /** Excluding null-likes. */
  texts: Uint32Array;
  /** Null if the dimension isn't narrow. */
  buckets: PropertyBuckets | null;
};

/** Values that are neither null nor null-like, by bucket. */
type PropertyBuckets = {
  /** Bucket b of value v on day d at `(d · values.length + v) · 16 + b`; 0 on days without buckets. */
  segments: Uint32Array;
  /** The same for all rows of the event, including those without the dimension, at `d · 16 + b`. */
  event: Uint32Array;
  /** 1 for each day with buckets, which is if the property had at most 200 distinct values. */
  isCounted: Uint8Array;
};

/**
 * Pairs of platform and version: every pair that was among the 20 most common on at least one of the days.
 */
export type VersionRows = VersionPlan & {
  /** `platform` is null if the whole event is one platform. */
  pairs: readonly { platform: SegmentValue | null; version: SegmentValue }[];
  /** Rows of pair i on day d at `d · pairs.length + i`, as for dimensions. */
  rows: Uint32Array;
};
