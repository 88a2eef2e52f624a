import type { ResultRow } from "../../../contract/results.js";
import { isFlagged } from "../../result-row.js";
import { alertZ, type CheckedTable, warningZ } from "../../expectation/shares/check-table.js";
import { dayOf, type Subject } from "./subject.js";

/** The cells that null rows and mix rows fill in the same way, from the window that the row is about. */
export function windowCells(
  subject: Subject,
  severity: ResultRow["severity"],
  { window, isProvisional }: CheckedTable,
): Partial<ResultRow> {
  const isFinding = isFlagged({ severity });
  return {
    first_bad_day: isFinding ? dayOf(subject)(window.start) : null,
    days: window.length,
    change_pct: 100 * window.effect,
    threshold_pct: subject.thresholdPercent,
    usual_pct: window.baselineVariation === null ? null : 100 * window.baselineVariation,
    z: window.z,
    z_needed: isFinding ? alertZ : warningZ,
    provisional: isFinding ? isProvisional : null,
  };
}
