import type { PropertySeries } from "../model.js";
import { shareTable, type ShareTable } from "./share-table.js";
import type { SharePeriod } from "./share-period.js";

/** Rows per form of the filled values, every form a cell, in the order of first appearance. */
export function formTable(
  series: PropertySeries,
  { from, split, end }: SharePeriod,
): { table: ShareTable; forms: string[] } {
  const cellOf = new Map<string, number>();
  for (let day = from; day < end; day++) {
    for (const [form] of series.days[day]?.forms ?? []) {
      if (!cellOf.has(form)) cellOf.set(form, cellOf.size);
    }
  }
  const cells = cellOf.size;
  const counts = new Float64Array((end - from) * cells);
  for (let day = from; day < end; day++) {
    for (const [form, rows] of series.days[day]?.forms ?? []) {
      counts[(day - from) * cells + cellOf.get(form)!] = rows;
    }
  }
  return { table: shareTable("forms", counts, cells, split - from), forms: [...cellOf.keys()] };
}
