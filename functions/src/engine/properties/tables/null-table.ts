import type { PropertySeries } from "../../model.js";
import { shareTable, type ShareTable } from "./share-table.js";
import type { SharePeriod } from "./share-period.js";

/** Filled and null rows per day; null = key absent, JSON null or the empty string. */
export function nullTable(series: PropertySeries, period: SharePeriod): ShareTable {
  const { from, split, end } = period;
  const counts = new Float64Array((end - from) * 2);
  for (let day = from; day < end; day++) {
    const filled = filledRows(series, day);
    counts[(day - from) * 2] = filled;
    counts[(day - from) * 2 + 1] = Math.max(0, (series.rows[day] ?? 0) - filled);
  }
  return shareTable("nulls", counts, 2, split - from);
}

/** Rows of one day that carry a value. */
export function filledRows(series: PropertySeries, day: number): number {
  const counts = series.days[day];
  return counts ? counts.rows - counts.absent - counts.nulls - counts.empties : 0;
}
