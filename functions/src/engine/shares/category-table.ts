import type { PropertySeries } from "../model.js";
import { filledRows } from "./null-table.js";
import { shareTable, type ShareTable } from "./share-table.js";
import type { SharePeriod } from "./share-period.js";

const mostCommon = 20;
const mostCommonLately = 3;
const lately = 2;

/** One cell: a value by its hash, with its JSON text where it was ever seen often enough; null = all other values. */
export type CategoryCell = { hash: string; name: string | null } | null;

/**
 * Rows per value: the 20 most common of baseline and window, the 3 most common others of the last 2 days (a value
 * that has only just appeared), and one cell for all the rest where there is any.
 */
export function categoryTable(
  series: PropertySeries,
  { from, split, end }: SharePeriod,
): { table: ShareTable; cells: CategoryCell[] } {
  const ids = new Map<string, number>();
  const totals: number[] = [];
  const recent = new Map<number, number>();
  const idOfRow: number[] = [];
  for (let day = from; day < end; day++) {
    for (const { hash, rows } of series.days[day]?.values ?? []) {
      let id = ids.get(hash);
      if (id === undefined) {
        id = totals.length;
        ids.set(hash, id);
        totals.push(0);
      }
      totals[id]! += rows;
      idOfRow.push(id);
      if (day >= end - lately) recent.set(id, (recent.get(id) ?? 0) + rows);
    }
  }
  const hashes = [...ids.keys()];
  const shown = mostOf(totals.keys(), (id) => totals[id]!, mostCommon, hashes);
  const isShown = new Set(shown);
  const others = [...recent.keys()].filter((id) => !isShown.has(id));
  shown.push(...mostOf(others, (id) => recent.get(id)!, mostCommonLately, hashes));

  const cellOf = new Int32Array(totals.length).fill(-1);
  shown.forEach((id, cell) => (cellOf[id] = cell));
  const cells: CategoryCell[] = shown.map((id) => ({ hash: hashes[id]!, name: null }));
  const width = shown.length + 1;
  const counts = new Float64Array((end - from) * width);
  let at = 0;
  for (let day = from; day < end; day++) {
    const row = (day - from) * width;
    let rest = filledRows(series, day);
    for (const { rows, name } of series.days[day]?.values ?? []) {
      const cell = cellOf[idOfRow[at++]!]!;
      if (cell < 0) continue;
      counts[row + cell] = rows;
      rest -= rows;
      if (name !== null) cells[cell]!.name = name;
    }
    counts[row + width - 1] = Math.max(0, rest);
  }
  cells.push(null);
  return { table: shareTable("values", counts, width, split - from), cells };
}

/** The `limit` ids with the most rows, of equal ones those with the smaller hash, most first. */
function mostOf(
  ids: Iterable<number>,
  rowsOf: (id: number) => number,
  limit: number,
  hashes: readonly string[],
): number[] {
  const best: number[] = [];
  for (const id of ids) {
    const rows = rowsOf(id);
    if (best.length === limit && rows < rowsOf(best[limit - 1]!)) continue;
    const comesBefore = (other: number) =>
      rows > rowsOf(other) || (rows === rowsOf(other) && hashes[id]! < hashes[other]!);
    let place = best.length;
    while (place > 0 && comesBefore(best[place - 1]!)) place--;
    best.splice(place, 0, id);
    if (best.length > limit) best.pop();
  }
  return best;
}
