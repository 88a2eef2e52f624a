import type { PropertySeries } from "../../model.js";
import { shareTable, type ShareTable } from "./share-table.js";
import type { SharePeriod } from "./share-period.js";

/**
 * Rows per form of the filled values, every form a cell, in the order of first appearance.
 * @param formFor what a form counts as, by its code in `formOf`
 */
export function formTable(
  series: PropertySeries,
  { from, split, end }: SharePeriod,
  formFor: (form: string) => string = (form) => form,
): { table: ShareTable; forms: string[] } {
  const cellOf = new Map<string, number>();
  for (let day = from; day < end; day++) {
    for (const [form] of series.days[day]?.forms ?? []) {
      if (!cellOf.has(formFor(form))) cellOf.set(formFor(form), cellOf.size);
    }
  }
  const cells = cellOf.size;
  const counts = new Float64Array((end - from) * cells);
  for (let day = from; day < end; day++) {
    for (const [form, rows] of series.days[day]?.forms ?? []) {
      counts[(day - from) * cells + cellOf.get(formFor(form))!]! += rows;
    }
  }
  return { table: shareTable("forms", counts, cells, split - from), forms: [...cellOf.keys()] };
}
