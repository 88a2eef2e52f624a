import { binLimits } from "../../aggregates/value-traits.js";
import type { PropertySeries } from "../../aggregates/model.js";
import { indexOf } from "./series-index.js";
import { summedTable, type ShareTable } from "./share-table.js";
import type { SharePeriod } from "./share-period.js";

/** Rows per size of a number, |x|: one cell for each bin of sizes, ascending. Values that aren't numbers don't count. */
export type SizeTable = { table: ShareTable; sizes: readonly number[] };

export function sizeTable(series: PropertySeries, { from, split, end }: SharePeriod): SizeTable {
  const { index, offset } = indexOf(series);
  const { bins, before } = index.bins;
  const sizes = [...new Set(Array.from(bins, Math.abs))].sort((a, b) => a - b);
  const cellOf = bins.map((bin) => sizes.indexOf(Math.abs(bin)));
  const width = bins.length + 1;
  const rows = new Float64Array((end - from + 1) * sizes.length);
  for (let day = from; day < end; day++) {
    const at = (day - from + 1) * sizes.length;
    for (let place = 0; place < bins.length; place++) {
      const today = (offset + day) * width + place;
      const ofBin = before[today + width + 1]! - before[today + width]! - before[today + 1]! + before[today]!;
      rows[at + cellOf[place]!]! += ofBin;
    }
  }
  // No day is left out: sizes that changed once, as delays in a storm do, may do so again by themselves.
  return { table: summedTable("values", rows, sizes.length, split - from, null), sizes };
}

/**
 * log₂ of the size below which `part` of the pooled numbers are, interpolated within its bin; −∞ if it is 0.
 * @param pool at least one row, in the table's cells
 */
export function logSizeBelow(
  sizes: readonly number[],
  pool: { cells: readonly number[]; rows: number },
  part: number,
): number {
  let left = part * pool.rows;
  for (let cell = 0; cell < sizes.length; cell++) {
    const rows = pool.cells[cell]!;
    if (rows > 0 && left <= rows) {
      const { from, to } = binLimits(sizes[cell]!);
      return from === 0 ? -Infinity : Math.log2(from) + (left / rows) * Math.log2(to / from);
    }
    left -= rows;
  }
  return Math.log2(binLimits(sizes.at(-1)!).to);
}
