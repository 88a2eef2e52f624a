import type { PropertySeries } from "../../model.js";
import { indexOf } from "./series-index.js";
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
  const { index, offset } = indexOf(series);
  const { hashes, firstOfDay, ids, rows: rowsOf, names } = index.values;
  const first = firstOfDay[offset + from]!;
  const last = firstOfDay[offset + end]!;
  const firstRecent = firstOfDay[offset + Math.max(from, end - lately)]!;
  const totals = new Float64Array(hashes.length);
  const recent = new Float64Array(hashes.length);
  for (let at = first; at < last; at++) totals[ids[at]!]! += rowsOf[at]!;
  for (let at = firstRecent; at < last; at++) recent[ids[at]!]! += rowsOf[at]!;
  const cellOf = new Int32Array(hashes.length).fill(-1);
  const shown = mostOf(totals, cellOf, mostCommon, hashes);
  shown.forEach((id, cell) => (cellOf[id] = cell));
  for (const id of mostOf(recent, cellOf, mostCommonLately, hashes)) cellOf[id] = shown.push(id) - 1;

  const cells: CategoryCell[] = shown.map((id) => ({ hash: hashes[id]!, name: null }));
  const width = shown.length + 1;
  const counts = new Float64Array((end - from) * width);
  for (let day = from; day < end; day++) {
    const row = (day - from) * width;
    let rest = index.filled[offset + day]!;
    const lastOfDay = firstOfDay[offset + day + 1]!;
    for (let at = firstOfDay[offset + day]!; at < lastOfDay; at++) {
      const cell = cellOf[ids[at]!]!;
      if (cell < 0) continue;
      const rows = rowsOf[at]!;
      counts[row + cell] = rows;
      rest -= rows;
      const name = names[at]!;
      if (name !== null) cells[cell]!.name = name;
    }
    counts[row + width - 1] = Math.max(0, rest);
  }
  cells.push(null);
  return { table: shareTable("values", counts, width, split - from), cells };
}

/** The `limit` ids without a cell that have the most rows, of equal ones those with the smaller hash, most first. */
function mostOf(
  rowsOf: Float64Array,
  cellOf: Int32Array,
  limit: number,
  hashes: readonly string[],
): number[] {
  const best: number[] = [];
  for (let id = 0; id < hashes.length; id++) {
    const rows = rowsOf[id]!;
    if (cellOf[id]! >= 0 || rows === 0) continue;
    if (best.length === limit && rows < rowsOf[best[limit - 1]!]!) continue;
    let place = best.length;
    while (place > 0 && isBefore(id, best[place - 1]!)) place--;
    if (place === limit) continue;
    best.splice(place, 0, id);
    if (best.length > limit) best.pop();
  }
  return best;

  function isBefore(a: number, b: number): boolean {
    return rowsOf[a]! > rowsOf[b]! || (rowsOf[a] === rowsOf[b] && hashes[a]! < hashes[b]!);
  }
}
