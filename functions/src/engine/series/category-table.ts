import type { PropertySeries } from "../../aggregates/model.js";
import { indexOf } from "./series-index.js";
import { summedTable, type ShareTable } from "./share-table.js";
import type { SharePeriod } from "./share-period.js";

const mostCommon = 20;
const mostCommonLately = 3;
const lately = 2;

/** One cell: a value's hash, with its JSON text if that was ever stored; null = all other values. */
export type CategoryCell = { hash: string; name: string | null } | null;

/**
 * Counts rows per value. There is a cell for each of the 20 most common values of baseline and window, for
 * the 3 most common others of the last 2 days (to catch values that have just appeared), and a last one for
 * all other values.
 * @param leftOut the days to leave out; by default, those that the table itself shows to be unusual
 * @returns `cellAt` tells which value a cell counts
 */
export function categoryTable(
  series: PropertySeries,
  { from, split, end }: SharePeriod,
  leftOut?: ShareTable["leftOut"],
): { table: ShareTable; cellAt: (cell: number) => CategoryCell } {
  const { index, offset } = indexOf(series);
  const { hashes, firstOfDay, ids, rows: rowsOf, names } = index.values;
  const first = firstOfDay[offset + from]!;
  const last = firstOfDay[offset + end]!;
  const firstRecent = firstOfDay[offset + Math.max(from, end - lately)]!;
  const { totals, recent, cellOf } = scratchFor(hashes.length);
  for (let at = first; at < firstRecent; at++) totals[ids[at]!]! += rowsOf[at]!;
  for (let at = firstRecent; at < last; at++) recent[ids[at]!]! += rowsOf[at]!;
  for (let id = 0; id < hashes.length; id++) totals[id]! += recent[id]!;
  const shown = mostOf(totals, cellOf, mostCommon, hashes);
  shown.forEach((id, cell) => (cellOf[id] = cell));
  for (const id of mostOf(recent, cellOf, mostCommonLately, hashes)) cellOf[id] = shown.push(id) - 1;

  const width = shown.length + 1;
  const counts = new Float64Array((end - from + 1) * width);
  let [baselineRows, otherRows] = [0, 0];
  for (let day = from; day < end; day++) {
    const row = (day - from + 1) * width;
    let rest = index.filled[offset + day]!;
    const lastOfDay = firstOfDay[offset + day + 1]!;
    for (let at = firstOfDay[offset + day]!; at < lastOfDay; at++) {
      const cell = cellOf[ids[at]!]!;
      if (cell < 0) continue;
      const rows = rowsOf[at]!;
      counts[row + cell] = rows;
      rest -= rows;
    }
    counts[row + width - 1] = Math.max(0, rest);
    if (day >= split) continue;
    baselineRows += index.filled[offset + day]!;
    otherRows += rest;
  }
  // If most values are among the others, days that differ may look alike, and a common one may look like a change.
  const canTell = otherRows <= baselineRows / 2;
  return { table: summedTable("values", counts, width, split - from, canTell ? leftOut : null), cellAt };

  function cellAt(cell: number): CategoryCell {
    const id = shown[cell];
    if (id === undefined) return null;
    let name: string | null = null;
    for (let at = last - 1; at >= first && name === null; at--) if (ids[at] === id) name = names[at]!;
    return { hash: hashes[id]!, name };
  }
}

let scratch = newScratch(0);

function newScratch(values: number) {
  return {
    totals: new Float64Array(values),
    recent: new Float64Array(values),
    cellOf: new Int32Array(values),
  };
}

/**
 * Cleared arrays for at least that many values. They are reused because a table is made for every property.
 */
function scratchFor(values: number): typeof scratch {
  if (scratch.cellOf.length < values) scratch = newScratch(2 * values);
  scratch.totals.fill(0, 0, values);
  scratch.recent.fill(0, 0, values);
  scratch.cellOf.fill(-1, 0, values);
  return scratch;
}

/**
 * The `limit` ids without a cell that have the most rows, sorted by rows in descending order, then by hash.
 */
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
    let place = best.length;
    while (place > 0 && isBefore(id, best[place - 1]!)) place--;
    if (place === limit) continue;
    for (let at = Math.min(best.length, limit - 1); at > place; at--) best[at] = best[at - 1]!;
    best[place] = id;
  }
  return best;

  function isBefore(a: number, b: number): boolean {
    return rowsOf[a]! > rowsOf[b]! || (rowsOf[a] === rowsOf[b] && hashes[a]! < hashes[b]!);
  }
}
