/** One event's daily counts and what is expected of them. Arrays are parallel to the project's days. */
export type EventCounts = {
  name: string;
  counts: readonly number[];
  /**
   * Index of the first day of the series: the day of the event's first occurrence, the first day of the
   * baseline, or the first day of a level that someone accepted, whichever is latest.
   */
  start: number;
  /** Indexes of days that are no part of the baseline: people excluded them, or an outage is over. Missing if there are none. */
  leftOut?: ReadonlySet<number>;
  /** How many of them are days of outages. */
  outageDays: number;
  /** Days of the series before the window. */
  age: number;
  /** Natural logarithms, Monday first. */
  weekdayIndex: readonly number[];
  /** How uncertain a borrowed weekday index is, a standard deviation per weekday; null for an index of its own. */
  weekdaySpread: readonly number[] | null;
  /** Level before each day, plus one entry for after the last day. NaN before the series' second day. */
  level: Float64Array;
  /** Growth per day before each day, plus one entry for after the last day; a natural logarithm. */
  growth: Float64Array;
  /** Expected events without the project trend; NaN with less than 7 days of history. */
  expectedWithoutProject: Float64Array;
  /** Normal variation σ of one day, in natural logarithms. */
  sigma: number;
  /** The same of a day that is compared with the days before and after it; computed once, if it is asked for. */
  sigmaBetween: () => number;
};
