import type { PropertySeries } from "../../aggregates/model.js";
import { indexOf } from "./series-index.js";
import { summedTable, type ShareTable } from "./share-table.js";
import type { SharePeriod } from "./share-period.js";

/**
 * Counts rows per form of the filled values. There is a cell for every form, in the order of first
 * appearance.
 * @param formFor maps a code of `formOf` to the form it counts as
 */
export function formTable(
  series: PropertySeries,
  { from, split, end }: SharePeriod,
  formFor: (form: string) => string = (form) => form,
): { table: ShareTable; forms: string[] } {
  const { index, offset } = indexOf(series);
  const { forms, firstOfDay, ids, rows } = index.forms;
  const first = firstOfDay[offset + from]!;
  const last = firstOfDay[offset + end]!;
  const cellOf = new Map<string, number>();
  const cellOfForm = new Int32Array(forms.length).fill(-1);
  for (let at = first; at < last; at++) {
    const id = ids[at]!;
    if (cellOfForm[id]! >= 0) continue;
    const form = formFor(forms[id]!);
    cellOfForm[id] = cellOf.get(form) ?? cellOf.size;
    cellOf.set(form, cellOfForm[id]);
  }
  const cells = cellOf.size;
  const counts = new Float64Array((end - from + 1) * cells);
  for (let day = from; day < end; day++) {
    const lastOfDay = firstOfDay[offset + day + 1]!;
    for (let at = firstOfDay[offset + day]!; at < lastOfDay; at++)
      counts[(day - from + 1) * cells + cellOfForm[ids[at]!]!]! += rows[at]!;
  }
  return { table: summedTable("forms", counts, cells, split - from), forms: [...cellOf.keys()] };
}
