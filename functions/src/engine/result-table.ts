import { segmentsText } from "../contract/cause-text.js";
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
 * A row with the digits of the file: percentages and expectations one decimal, z two; counts of rows are whole by
 * nature. A number that is none (nothing to divide by) becomes an empty cell. Rounding twice changes nothing.
 */
export function roundedRow(row: ResultRow): ResultRow {
  const rounded: Record<string, unknown> = { ...row };
  for (const [column, places] of placesOf) {
    const value = rounded[column];
    if (typeof value === "number") rounded[column] = Number.isFinite(value) ? roundTo(value, places) : null;
  }
  // Only numbers were replaced, by numbers or null, in columns whose type is number | null.
  return rounded as ResultRow;
}

/** One line of the CSV: the cells in the order of `csvColumns`, unquoted; the header is `csvColumns` itself. */
export function csvCells(row: ResultRow, segment: Segment | null): string[] {
  return [...resultColumns.map((column) => cellText(row[column])), cellText(segmentCell(segment))];
}

/** "$os = Android"; null where a row is on the whole. */
export const segmentCell = (segment: Segment | null): string | null =>
  segment && segmentsText(segment.dimension, [segment.value]);

function cellText(value: string | number | boolean | null): string {
  if (value === null) return "";
  return typeof value === "string" ? safeText(value) : String(value);
}

/**
 * Text that a spreadsheet would run as a formula is led by an apostrophe, which makes it text (OWASP, "CSV Injection").
 * Spreadsheets skip white space in front of a sign and take the full-width forms for the signs themselves.
 */
function safeText(text: string): string {
  return /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
}

function roundTo(value: number, places: number): number {
  const factor = 10 ** places;
  return Math.round(value * factor) / factor + 0;
}
