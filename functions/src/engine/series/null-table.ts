import type { PropertySeries } from "../../aggregates/model.js";
import { filledRowsOf, indexOf } from "./series-index.js";
import { summedTable, type ShareTable } from "./share-table.js";
import type { SharePeriod } from "./share-period.js";

/** Counts filled and null rows per day. Null means that the key is absent, JSON null or the empty string. */
export function nullTable(series: PropertySeries, period: SharePeriod): ShareTable {
  const { from, split, end } = period;
  const { index, offset } = indexOf(series);
  const rows = new Float64Array((end - from + 1) * 2);
  for (let day = from; day < end; day++) {
    const filled = index.filled[offset + day]!;
    const at = (day - from + 1) * 2;
    rows[at] = filled;
    rows[at + 1] = Math.max(0, (series.rows[day] ?? 0) - filled);
  }
  return summedTable("nulls", rows, 2, split - from);
}

/** Rows of one day that carry a value. */
export const filledRows = (series: PropertySeries, day: number): number =>
  filledRowsOf(series.days[day] ?? null);
