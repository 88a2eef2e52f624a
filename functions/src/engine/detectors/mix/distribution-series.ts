import type { DistributionSeries } from "../../../contract/results.js";
import { movedShare } from "../../expectation/shares/effect.js";
import { effectLimits, type WindowFigures } from "../../expectation/shares/check-table.js";
import { newPool, poolDays } from "../../expectation/shares/pool.js";
import type { LabelledTable } from "../../series/property-tables.js";
import type { SharePeriod } from "../../series/share-period.js";
import type { SubjectSource } from "../property-subject/subject.js";

/** The chart that compares the mix of a window with that of the whole baseline, in the table's order. */
export function distributionSeries(
  { table, shownAs, label }: LabelledTable,
  period: SharePeriod,
  source: SubjectSource,
  window: WindowFigures,
  threshold: number,
): DistributionSeries {
  const now = poolDays(table, window.start, table.days, newPool(table.cells));
  const before = poolDays(table, 0, table.split, newPool(table.cells));
  const limits = effectLimits(table.kind, threshold, window.baselineVariation ?? 0);
  const cells: DistributionSeries["cells"] = [];
  for (let cell = 0; cell < table.cells; cell++) {
    if (now.cells[cell] === 0 && before.cells[cell] === 0) continue;
    cells.push({
      label: label(cell),
      before: before.cells[cell]! / before.rows,
      after: now.cells[cell]! / now.rows,
    });
  }
  return {
    kind: "distribution",
    table: shownAs,
    reference: { from: source.days[period.from]!, to: source.days[period.split - 1]!, rows: before.rows },
    window: {
      from: source.days[period.from + window.start]!,
      to: source.days[period.end - 1]!,
      rows: now.rows,
    },
    cells,
    chance: movedShare(table, now, before).chance,
    // A shift of forms alone is an alert or nothing.
    warningFrom: table.kind === "forms" ? limits.alert : limits.warning,
    alertFrom: limits.alert,
    effect: window.effect,
  };
}
