import { segmentCell } from "../contract/findings/csv-row.js";
import { type ResultColumn, resultColumns, type ResultRow, type Segment } from "../contract/results.js";

const digits: Partial<Record<ResultColumn, number>> = {
  observed: 1,
  expected: 1,
  change_pct: 1,
  change_pct_beyond_project: 1,
  range_low: 1,
  range_high: 1,
  threshold_pct: 1,
  usual_pct: 1,
  z: 2,
  z_needed: 2,
};
const placesOf = Object.entries(digits);

/**
 * Rounds a row for the file: percentages and expectations to one decimal, z to two; counts of rows are whole anyway.
 * A number that is not finite (a division by zero) becomes null. Rounding twice changes nothing.
 */
export function roundedRow<Row extends ResultRow>(row: Row): Row {
  const rounded: Record<string, unknown> = { ...row };
  for (const [column, places] of placesOf) {
    const value = rounded[column];
    if (typeof value === "number") rounded[column] = Number.isFinite(value) ? roundTo(value, places) : null;
  }
  // Only numbers were replaced, by numbers or null, in columns whose type is number | null.
  return rounded as Row;
}

/** Cells of one CSV row in the order of `csvColumns`, unquoted. The header is `csvColumns` itself. */
export function csvCells(row: ResultRow, segment: Segment | null): string[] {
  return [...resultColumns.map((column) => cellText(row[column])), cellText(segment && segmentCell(segment))];
}

function cellText(value: string | number | boolean | null): string {
  if (value === null) return "";
  return typeof value === "string" ? safeText(value) : String(value);
}

/**
 * Puts an apostrophe in front of text that a spreadsheet would run as a formula (OWASP, "CSV Injection"). Spreadsheets
 * skip white space in front of a sign and treat its full-width form like the sign itself.
 */
function safeText(text: string): string {
  return /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
}

function roundTo(value: number, places: number): number {
  const factor = 10 ** places;
  return Math.round(value * factor) / factor + 0;
}
