import type { Day } from "../days.js";

/**
 * What the profiler has to count two-way. Chosen from the one-way counts of earlier runs (`choose-dimensions.ts`);
 * two-way counts of a dimension exist only for days that were profiled after it was chosen.
 */
export type SegmentPlan = {
  /** Up to 3 of the project, the more telling first: ties between findings go to the earlier one. */
  dimensions: readonly PlannedDimension[];
  /** By event; events without a version property are missing. */
  versions: ReadonlyMap<string, VersionPlan>;
};

/** `isNarrow`: no event has more than 8 values with 100 rows in the baseline, so value buckets are affordable. */
export type PlannedDimension = { property: string; isNarrow: boolean };

/** The property that holds an event's versions, and the dimension they are counted in; null = the whole event. */
export type VersionPlan = { version: string; platform: string | null };

/** A value of a dimension. `name` is its JSON text where it may be known, else null. */
export type SegmentValue = { hash: string; name: string | null };

/** Value buckets of a property, see `value-bucket.ts`. */
export const bucketCount = 16;

/** Values of a dimension counted two-way per event and day, and pairs of platform and version. */
export const countedSegments = 20;

/** Segment-days with fewer rows are not counted two-way. */
export const fewestCountedRows = 5;

/** A property with more distinct values on a day has no buckets that day. */
export const mostBucketedValues = 200;

/**
 * Two-way counts of one event, or of the profiles by the day they were last seen. All numbers are rows (profiles);
 * all arrays are parallel to `days`, day by day. Read one property after the other, in all its dimensions: arrays may be
 * reused once another property is asked for.
 */
export interface EventSegments {
  /** The days of the reader it comes from. */
  readonly days: readonly Day[];
  /** Dimensions that were counted on any of the days, in the order of the plan. */
  readonly dimensions: readonly DimensionRows[];
  /** A property inside the segments of `dimensions[dimension]`; a property that was not seen has all rows null. */
  property(dimension: number, property: string): PropertySegments;
  /** Null where the event has no version property. */
  readonly versions: VersionRows | null;
  /** A property inside the pairs of `versions`. */
  versionNulls(property: string): SegmentNulls;
}

/** The segments of one dimension: every value that was among the 20 most common ones on any of the days. */
export type DimensionRows = {
  property: string;
  isNarrow: boolean;
  values: readonly SegmentValue[];
  /**
   * Rows of value v on day d at `d · values.length + v`. 0 where the property counts of that segment-day are not
   * known: before the dimension was chosen, beyond the day's 20 most common values, below 5 rows.
   */
  rows: Uint32Array;
  /** 1 for days on which the dimension was counted. */
  isCounted: Uint8Array;
};

/** Rows of value v on day d without a value, at `d · values.length + v`. */
export type SegmentNulls = {
  /** Absent, JSON null or "". */
  nulls: Uint32Array;
  /** "undefined", "null", "N/A", "none", "nan", in any case. */
  nullLikes: Uint32Array;
};

/** Laid out like the dimension's `rows`; booleans, lists and objects are `rows − nulls − nullLikes − numbers − texts`. */
export type PropertySegments = SegmentNulls & {
  numbers: Uint32Array;
  /** Without null-likes. */
  texts: Uint32Array;
  /** Null in dimensions that are not narrow. */
  buckets: PropertyBuckets | null;
};

/** Values that are neither null nor null-like, by bucket. */
type PropertyBuckets = {
  /** Bucket b of value v on day d at `(d · values.length + v) · 16 + b`; 0 on days without buckets. */
  segments: Uint32Array;
  /** The same for all rows of the event, those without the dimension too, at `d · 16 + b`. */
  event: Uint32Array;
  /** 1 for days whose buckets are known: the property had at most 200 distinct values. */
  isCounted: Uint8Array;
};

/** Pairs of platform and version: every one that was among the 20 most common ones on any of the days. */
export type VersionRows = VersionPlan & {
  /** `platform` is null where the whole event is one platform. */
  pairs: readonly { platform: SegmentValue | null; version: SegmentValue }[];
  /** Rows of pair i on day d at `d · pairs.length + i`, as for dimensions. */
  rows: Uint32Array;
};
