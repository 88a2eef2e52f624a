import type { PropertySeries } from "../../aggregates/model.js";
import { indexOf, type SeriesIndex } from "./series-index.js";
import { summedTable, type ShareTable } from "./share-table.js";
import type { SharePeriod } from "./share-period.js";

const tenths = 10;

/**
 * Counts rows per range of numbers, with a last cell for values that aren't numbers. Bins are taken in
 * ascending order. A bin starts a new cell once the bins before it hold the next tenth of the baseline's
 * numbers.
 * @returns `ranges`: the first and last bin of every cell but the last
 */
export function numberTable(
  series: PropertySeries,
  { from, split, end }: SharePeriod,
): { table: ShareTable; ranges: [first: number, last: number][] } {
  const { index, offset } = indexOf(series);
  const { bins, before } = index.bins;
  const width = bins.length + 1;
  const first = (offset + from) * width;
  const firstOfWindow = (offset + split) * width;
  const last = (offset + end) * width;
  const total = before[firstOfWindow + bins.length]! - before[first + bins.length]!;
  const ranges: [number, number][] = [];
  const starts: number[] = [];
  let next = 0;
  for (let place = 0; place < bins.length; place++) {
    const until = before[last + place + 1]! - before[last + place]!;
    if (until === before[first + place + 1]! - before[first + place]!) continue;
    const below = before[firstOfWindow + place]! - before[first + place]!;
    if (starts.length === 0 || (below * tenths) / total >= next) {
      ranges.push([bins[place]!, bins[place]!]);
      starts.push(place);
      next = Math.floor((below * tenths) / total) + 1;
    }
    ranges[ranges.length - 1]![1] = bins[place]!;
  }

  const cells = ranges.length + 1;
  const rows = new Float64Array((end - from + 1) * cells);
  for (let day = from; day < end; day++) {
    const at = (day - from + 1) * cells;
    const today = (offset + day) * width;
    let below = 0;
    for (let cell = 0; cell < starts.length; cell++) {
      const end = today + (starts[cell + 1] ?? bins.length);
      const upToEnd = before[end + width]! - before[end]!;
      rows[at + cell] = upToEnd - below;
      below = upToEnd;
    }
    rows[at + cells - 1] = Math.max(0, index.filled[offset + day]! - below);
  }
  return { table: summedTable("values", rows, cells, split - from), ranges };
}

/**
 * Whether a property is a quantity: in the baseline or on most of its days, at least 90% of the filled rows are JSON numbers,
 * and there are more than 20 distinct values. The window is ignored, since a change of type must not change the
 * table that shows it.
 */
export function isNumberProperty(series: PropertySeries, { from, split }: SharePeriod): boolean {
  const { index, offset } = indexOf(series);
  const { filled, numbers } = index.rowsOf(offset + from, offset + split);
  if (numbers === 0) return false;
  const areNumbers =
    numbers >= smallestNumberShare * filled || areNumbersOnMostDays(index, offset + from, offset + split);
  return areNumbers && hasManyValues(series, from, split);
}

function areNumbersOnMostDays(index: SeriesIndex, from: number, end: number): boolean {
  let [days, daysOfNumbers] = [0, 0];
  for (let day = from; day < end; day++) {
    const { filled, numbers } = index.rowsOf(day, day + 1);
    if (filled === 0) continue;
    days++;
    if (numbers >= smallestNumberShare * filled) daysOfNumbers++;
  }
  return daysOfNumbers > days / 2;
}

const smallestNumberShare = 0.9;
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
