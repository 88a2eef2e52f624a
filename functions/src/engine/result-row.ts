import type { ResultRow } from "../contract/results.js";

type Fields = Pick<ResultRow, "severity" | "entity" | "reason" | "detector"> & Partial<ResultRow>;

/** A row whose other cells do not apply. */
export const resultRow = (fields: Fields): ResultRow => ({
  state: null,
  parent: null,
  first_bad_day: null,
  last_day: null,
  days: null,
  observed: null,
  expected: null,
  change_pct: null,
  change_pct_beyond_project: null,
  range_low: null,
  range_high: null,
  cause: null,
  threshold_pct: null,
  usual_pct: null,
  z: null,
  z_needed: null,
  provisional: null,
  baseline_from: null,
  baseline_to: null,
  baseline_days: null,
  ...fields,
});

export const isFlagged = (row: Pick<ResultRow, "severity">): boolean =>
  row.severity === "alert" || row.severity === "warning";

/** Whether the file shows an expectation, of one decimal, as 0. */
export const isZeroBaseline = (expected: number): boolean => expected < 0.05;

/**
 * Percent of `part` against `whole` as a relative change; null against a zero baseline. `whole` is taken with the one
 * decimal that is printed, so that a reader who divides the printed figures gets the printed percentage.
 */
export const changePercent = (part: number, whole: number): number | null =>
  isZeroBaseline(whole) ? null : 100 * (part / (Math.round(10 * whole) / 10) - 1);
