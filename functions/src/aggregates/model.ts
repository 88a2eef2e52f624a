import type { Day } from "../common/days.js";
import type { EventSegments } from "./event-segments.js";

/** Rows with one value on one day. `name` is the value's JSON text, or null if only its hash is stored. */
export type ValueCount = { hash: string; rows: number; name: string | null };

/** Kinds of personal data that are told apart from ids with certainty. */
export const personalKinds = ["email", "phone", "token"] as const;
export type PersonalRows = Partial<Record<(typeof personalKinds)[number], number>>;

/**
 * One day of one property: of an event, or of the profiles last seen on that day. All numbers are rows.
 * `rows = absent + nulls + empties + filled`, and `filled = otherRows + Σ values.rows`.
 */
export type PropertyDay = {
  /** Rows of the event (profiles seen) that day, with or without the property. */
  rows: number;
  absent: number;
  /** JSON null. */
  nulls: number;
  /** The empty string. */
  empties: number;
  /** Filled rows whose text means "no value": "undefined", "null", "N/A", "none", "nan". */
  nullLike: number;
  /** Filled rows that are JSON numbers. */
  numbers: number;
  /** Filled rows that look like a version or begin like an ISO date. */
  versionLike: number;
  /** Distinct filled values, an estimate beyond the exact limit of the profiler. */
  distinct: number;
  /** The most common filled values, most rows first, then by hash. */
  values: readonly ValueCount[];
  /** Filled rows whose value is not among `values`. */
  otherRows: number;
  /** Signed log₂ bins of the JSON numbers, see `numberBin`; ascending. */
  bins: readonly (readonly [bin: number, rows: number])[];
  /** Rows per form of the filled values, see `formOf`; most rows first, then by form. */
  forms: readonly (readonly [form: string, rows: number])[];
  /** Rows whose value is certainly personal, by kind: an estimate from the listed values. Missing if there are none. */
  personal?: PersonalRows;
};

/** `days` is parallel to the reader's days; null = the property was never on a row of that day. */
export type PropertySeries = {
  property: string;
  /** The event, or null for a user property. */
  parent: string | null;
  days: readonly (PropertyDay | null)[];
  /** Rows of the parent per day, parallel to `days`; if a day is null, all its rows lack the property. */
  rows: readonly number[];
  /** The series that `days` is a slice of, and the index of its first day; set when several slices are checked. */
  partOf?: { days: readonly (PropertyDay | null)[]; from: number };
};

/** Reads daily aggregates of consecutive days, decoding one property at a time so that memory stays flat. */
export interface AggregateReader {
  /** Consecutive, ascending. */
  readonly days: readonly Day[];
  /** Every event seen on any of the days, sorted. */
  events(): readonly string[];
  /** Rows per day, parallel to `days`. */
  rows(event: string): readonly number[];
  /**
   * Copies per day, parallel to `days`: rows of the same user in the same second as an earlier one, with another insert
   * id. Exact up to 896 seconds of users a day; beyond that an estimate, whose share of the rows has a standard error of
   * at most 1.3 points. Missing if none are known.
   */
  copies?(event: string): readonly number[];
  /**
   * Rows by hour since the first second of each day, parallel to `days`. Null on days without rows, and on those from before
   * hours were counted; missing if none are known.
   */
  hours?(event: string): readonly (readonly number[] | null)[];
  /** Every property seen on the event on any of the days, sorted. */
  properties(event: string): readonly string[];
  series(event: string, property: string): PropertySeries;
  /** Two-way counts; null or missing if none were made. */
  segments?(event: string): EventSegments | null;
}

/** Daily aggregates of a range of days, read in blocks of events, ordered by event name. */
export interface AggregateBlocks {
  readonly days: readonly Day[];
  /** Readers of consecutive events; together they contain every event once, sorted. May be iterated more than once. */
  blocks(): AsyncIterable<AggregateReader>;
}

/** Rows per event and day over one range; a day without a row is 0. */
export type CountHistory = {
  /** Consecutive, ascending; the last one is the last tested day. */
  days: readonly Day[];
  events: ReadonlyMap<string, readonly number[]>;
};

/**
 * Rows of one event per hour of a project day, in local order: 24 numbers, 23 or 25 on the days on which clocks change. Today
 * has only the hours that are old enough to be tested.
 */
export type DayOfHours = {
  day: Day;
  counts: readonly number[];
  /** Local hour (0–23) of each count: 0, 1, 3, … where clocks go forward. Missing on days of 24 hours. */
  clock?: readonly number[];
};

/** The event that profiles are counted as, in plans of segments too. */
export const profilesEvent = "";

/** The user profiles by day. Days of `seen` are days of `$last_seen`. */
export type ProfileHistory = {
  seen: {
    readonly days: readonly Day[];
    properties(): readonly string[];
    series(property: string): PropertySeries;
    /** Two-way counts; null or missing if none were made. */
    segments?: EventSegments | null;
  };
  /** Days of the baseline and window taken from Plumbline's own snapshots, not from profiles that exist today. */
  snapshotDays: ReadonlySet<Day>;
  /** Number of profiles at the end of each day on which a snapshot was taken, ascending, gaps allowed. */
  totals: readonly { day: Day; total: number }[];
  /** Profiles created per day, parallel to `days`; null when no property contains the creation day. */
  created: { days: readonly Day[]; counts: readonly number[] } | null;
};
