import type { ResultRow } from "../../../contract/results.js";
import { isFlagged } from "../../result-row.js";
import {
  alertZ,
  type CheckedTable,
  type WindowFigures,
  warningZ,
} from "../../expectation/shares/check-table.js";
import type { Subject } from "./subject.js";

/** First bad day of a flagged window, as a day of the table: that of the break, but not before the window. */
export const firstBadDay = ({ start, changeDay }: WindowFigures): number => Math.max(start, changeDay);

/** The cells that null rows and mix rows fill in the same way, from the window that the row is about. */
export function windowCells(
  { source, tables, thresholdPercent }: Subject,
  severity: ResultRow["severity"],
  { window, isProvisional }: CheckedTable,
): Partial<ResultRow> {
  const { from, end } = tables.period;
  const isFinding = isFlagged({ severity });
  const firstDay = from + firstBadDay(window);
  return {
    first_bad_day: isFinding ? source.days[firstDay]! : null,
    days: isFinding ? end - firstDay : window.length,
    change_pct: 100 * window.effect,
    threshold_pct: thresholdPercent,
    usual_pct: window.baselineVariation === null ? null : 100 * window.baselineVariation,
    z: window.z,
    z_needed: isFinding ? alertZ : warningZ,
    provisional: isFinding ? isProvisional : null,
  };
}
