import type { PropertySeries } from "../../model.js";
import { filledRowsOf, indexOf } from "./series-index.js";
import { shareTable, type ShareTable } from "./share-table.js";
import type { SharePeriod } from "./share-period.js";

/** Filled and null rows per day; null = key absent, JSON null or the empty string. */
export function nullTable(series: PropertySeries, period: SharePeriod): ShareTable {
  const { from, split, end } = period;
  const { index, offset } = indexOf(series);
  const counts = new Float64Array((end - from) * 2);
  for (let day = from; day < end; day++) {
    const filled = index.filled[offset + day]!;
    counts[(day - from) * 2] = filled;
    counts[(day - from) * 2 + 1] = Math.max(0, (series.rows[day] ?? 0) - filled);
  }
  return shareTable("nulls", counts, 2, split - from);
}

/** Rows of one day that carry a value. */
export const filledRows = (series: PropertySeries, day: number): number =>
  filledRowsOf(series.days[day] ?? null);
