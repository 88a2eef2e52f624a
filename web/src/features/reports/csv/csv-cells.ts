import { formatChange, formatNumber } from "@/lib/format";

const numberColumns: ReadonlySet<string> = new Set([
  "days",
  "observed",
  "expected",
  "change_pct",
  "change_pct_beyond_project",
  "range_low",
  "range_high",
  "threshold_pct",
  "usual_pct",
  "z",
  "z_needed",
  "baseline_days",
]);

/** Numbers are right-aligned in their column. */
export const isNumberColumn = (column: string): boolean => numberColumns.has(column);

/**
 * Formats a cell of the file for the screen: numbers get thousands separators, a true minus and a sign on
 * changes.
 */
export function cellText(column: string, text: string): string {
  if (!isNumberColumn(column) || text.trim() === "") return text;
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  if (column.startsWith("change_pct")) return formatChange(value, 1).replace("%", "");
  return formatNumber(value, text.split(".")[1]?.length ?? 0);
}
