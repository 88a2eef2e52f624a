import { subjectCells } from "../contract/findings/csv-row.js";
import type { ResultRow } from "../contract/results.js";
import type { SubjectRow } from "../contract/findings/csv-row.js";

type Fields = Pick<SubjectRow, "severity" | "subject" | "reason" | "detector"> &
  Partial<Omit<ResultRow, "entity" | "parent">>;

/** Creates a row with the given cells and null in all others. */
export const resultRow = (fields: Fields): SubjectRow => ({
  state: null,
  ...subjectCells(fields.subject),
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

/** Whether an expectation is shown as 0 in the file, which has one decimal. */
export const isZeroBaseline = (expected: number): boolean => expected < 0.05;

/**
 * Relative change from `whole` to `part` in percent; null for a zero baseline. `whole` is first rounded to the one
 * decimal that is printed, so that a reader who divides the printed figures gets the printed percentage.
 */
export const changePercent = (part: number, whole: number): number | null =>
  isZeroBaseline(whole) ? null : 100 * (part / (Math.round(10 * whole) / 10) - 1);
