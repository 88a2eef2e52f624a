/** One event's series with everything that does not depend on a run. Arrays are parallel to the project's days. */
export type EventCounts = {
  name: string;
  counts: readonly number[];
  /** Index of the first day of the series: the event's first row, the first day of the baseline, or of an accepted level. */
  start: number;
  /** Days that people have left out of the baseline; missing without any. */
  leftOut?: ReadonlySet<number>;
  /** Days of the series before the window. */
  age: number;
  /** Natural logarithms, Monday first. */
  weekdayIndex: readonly number[];
  /** Level before each day, and one more: the level after the last day. NaN before the series' second day. */
  level: Float64Array;
  /** Expectation without the project factor; NaN with less than 7 days of history. */
  expectedWithoutProject: Float64Array;
  /** Spread of an ordinary day, natural logarithms. */
  sigma: number;
};
