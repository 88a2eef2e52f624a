import type { PropertySeries } from "../../model.js";
import { filledRows } from "./null-table.js";
import { shareTable, type ShareTable } from "./share-table.js";
import type { SharePeriod } from "./share-period.js";

const tenths = 10;

/**
 * Rows per range of numbers, with one last cell for what is no number. Bins are taken in order of size; one
 * begins a new cell when the bins before it hold the next tenth of the baseline's numbers.
 * @returns `ranges`: the first and last bin of every cell but the last
 */
export function numberTable(
  series: PropertySeries,
  { from, split, end }: SharePeriod,
): { table: ShareTable; ranges: [first: number, last: number][] } {
  const inBaseline = new Map<number, number>();
  let total = 0;
  for (let day = from; day < end; day++) {
    for (const [bin, rows] of series.days[day]?.bins ?? []) {
      const counted = day < split ? rows : 0;
      inBaseline.set(bin, (inBaseline.get(bin) ?? 0) + counted);
      total += counted;
    }
  }

  const cellOf = new Map<number, number>();
  const ranges: [number, number][] = [];
  let before = 0;
  let next = 0;
  for (const bin of [...inBaseline.keys()].sort((a, b) => a - b)) {
    if (ranges.length === 0 || (before * tenths) / total >= next) {
      ranges.push([bin, bin]);
      next = Math.floor((before * tenths) / total) + 1;
    }
    ranges.at(-1)![1] = bin;
    cellOf.set(bin, ranges.length - 1);
    before += inBaseline.get(bin)!;
  }

  const cells = ranges.length + 1;
  const counts = new Float64Array((end - from) * cells);
  for (let day = from; day < end; day++) {
    const at = (day - from) * cells;
    let texts = filledRows(series, day);
    for (const [bin, rows] of series.days[day]?.bins ?? []) {
      counts[at + cellOf.get(bin)!]! += rows;
      texts -= rows;
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
  let filled = 0;
  let numbers = 0;
  for (let day = from; day < split; day++) {
    filled += filledRows(series, day);
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
