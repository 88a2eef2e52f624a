import type { ResultRow } from "../../contract/results.js";
import { isFlagged } from "../result-row.js";
import { alertZ, type JudgedTable, type Stretch, warningZ } from "./judge-table.js";
import type { Subject } from "./subject.js";

/** First bad day of a flagged stretch as the table's day: where the break is, but never before the stretch. */
export const firstBadDay = ({ start, stepDay }: Stretch): number => Math.max(start, stepDay);

/** The cells that a row on nulls and a row on the mix fill alike, from the stretch that the row names. */
export function stretchCells(
  { source, tables, thresholdPercent }: Subject,
  severity: ResultRow["severity"],
  { stretch, isProvisional }: JudgedTable,
): Partial<ResultRow> {
  const { from, end } = tables.period;
  const isFinding = isFlagged({ severity });
  const firstDay = from + firstBadDay(stretch);
  return {
    first_bad_day: isFinding ? source.days[firstDay]! : null,
    days: isFinding ? end - firstDay : stretch.length,
    change_pct: 100 * stretch.effect,
    threshold_pct: thresholdPercent,
    usual_pct: stretch.ownPast === null ? null : 100 * stretch.ownPast,
    z: stretch.z,
    z_needed: isFinding ? alertZ : warningZ,
    provisional: isFinding ? isProvisional : null,
  };
}
