import type { PropertySeries } from "../../model.js";
import { indexOf } from "./series-index.js";
import { shareTable, type ShareTable } from "./share-table.js";
import type { SharePeriod } from "./share-period.js";

const tenths = 10;
/** Bins that have no cell, or none yet. */
const unseen = -2;
const seen = -1;

/**
 * Rows per range of numbers, with one last cell for what is no number. Bins are taken in order of size; one
 * begins a new cell when the bins before it hold the next tenth of the baseline's numbers.
 * @returns `ranges`: the first and last bin of every cell but the last
 */
export function numberTable(
  series: PropertySeries,
  { from, split, end }: SharePeriod,
): { table: ShareTable; ranges: [first: number, last: number][] } {
  const { index, offset } = indexOf(series);
  const { firstOfDay, bins, rows } = index.bins;
  const first = firstOfDay[offset + from]!;
  const firstOfWindow = firstOfDay[offset + split]!;
  const last = firstOfDay[offset + end]!;
  let lowest = Infinity;
  let highest = -Infinity;
  for (let at = first; at < last; at++) {
    lowest = Math.min(lowest, bins[at]!);
    highest = Math.max(highest, bins[at]!);
  }
  const inBaseline = new Float64Array(Math.max(0, highest - lowest + 1));
  const cellOf = new Int32Array(inBaseline.length).fill(unseen);
  let total = 0;
  for (let at = first; at < last; at++) {
    const bin = bins[at]! - lowest;
    cellOf[bin] = seen;
    if (at >= firstOfWindow) continue;
    inBaseline[bin]! += rows[at]!;
    total += rows[at]!;
  }

  const ranges: [number, number][] = [];
  let before = 0;
  let next = 0;
  for (let bin = 0; bin < cellOf.length; bin++) {
    if (cellOf[bin] === unseen) continue;
    if (ranges.length === 0 || (before * tenths) / total >= next) {
      ranges.push([lowest + bin, lowest + bin]);
      next = Math.floor((before * tenths) / total) + 1;
    }
    ranges.at(-1)![1] = lowest + bin;
    cellOf[bin] = ranges.length - 1;
    before += inBaseline[bin]!;
  }

  const cells = ranges.length + 1;
  const counts = new Float64Array((end - from) * cells);
  for (let day = from; day < end; day++) {
    const at = (day - from) * cells;
    let texts = index.filled[offset + day]!;
    const lastOfDay = firstOfDay[offset + day + 1]!;
    for (let entry = firstOfDay[offset + day]!; entry < lastOfDay; entry++) {
      counts[at + cellOf[bins[entry]! - lowest]!]! += rows[entry]!;
      texts -= rows[entry]!;
    }
    counts[at + cells - 1] = Math.max(0, texts);
  }
  return { table: shareTable("values", counts, cells, split - from), ranges };
}

/**
 * Whether a property is a quantity: of the baseline's filled rows at least 90 % are JSON numbers and more than
 * 20 values differ. The window has no say, else a change of type would change the table that has to show it.
 */
export function isNumberProperty(series: PropertySeries, { from, split }: SharePeriod): boolean {
  const { index, offset } = indexOf(series);
  let filled = 0;
  let numbers = 0;
  for (let day = from; day < split; day++) {
    filled += index.filled[offset + day]!;
    numbers += series.days[day]?.numbers ?? 0;
  }
  return filled > 0 && numbers >= 0.9 * filled && hasManyValues(series, from, split);
}

const manyValues = 20;

function hasManyValues(series: PropertySeries, from: number, split: number): boolean {
  const seen = new Set<string>();
  for (let day = from; day < split; day++) {
    const counts = series.days[day];
    if (!counts) continue;
    if (counts.distinct > manyValues || counts.values.length > manyValues) return true;
    for (const { hash } of counts.values) {
      seen.add(hash);
      if (seen.size > manyValues) return true;
    }
  }
  return false;
}
