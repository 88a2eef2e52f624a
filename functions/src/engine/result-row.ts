import { subjectCells } from "../contract/findings/csv-row.js";
import { type ResultColumn, resultColumns, type ResultRow } from "../contract/results.js";
import type { SubjectRow } from "../contract/findings/csv-row.js";

type Fields = Pick<SubjectRow, "severity" | "subject" | "reason" | "detector"> &
  Partial<Omit<ResultRow, "entity" | "parent">>;

const emptyCells = Object.fromEntries(resultColumns.map((column) => [column, null])) as Record<
  ResultColumn,
  null
>;

/** Creates a row with the given cells and null in all others. */
export const resultRow = (fields: Fields): SubjectRow => ({
  ...emptyCells,
  ...subjectCells(fields.subject),
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
