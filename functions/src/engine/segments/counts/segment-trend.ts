import { logCount } from "../../stats/moments.js";
import { median } from "../../stats/robust.js";
import type { DailyRows } from "./daily-rows.js";

/** An event's rows inside one segment and outside it. */
export type EventInSegment = { event: string; inside: DailyRows; outside: DailyRows };

/** How a segment's other events changed on some days. `factor` and `variance` are of natural logarithms. */
export type SegmentTrend = { factor: number; variance: number; events: number };

const fewestHistoryDays = 14;
const fewestExpected = 10;
/** With fewer other events, an event that stops can't be told apart from a segment that shrinks. */
const fewestEvents = 3;
const mostSharesCompared = 50;
/** For normal distributions: standard error of median per that of mean, and standard deviation per MAD. */
const medianError = 1.2533;
const madScale = 1.4826;

/**
 * How an event changed on some days, as a natural logarithm; null if it is too young or too small to tell.
 */
type Move = (event: EventInSegment, first: number, length: number) => number | null;

/** The change of the event's rows inside the segment. */
const moveInside: Move = ({ inside }, first, length) => movement(inside, first, length);

/** The change of the segment's share of the event: that of the rows inside less that of the rows outside. */
const moveOfShare: Move = ({ inside, outside }, first, length) => {
  const [moved, elsewhere] = [movement(inside, first, length), movement(outside, first, length)];
  return moved === null || elsewhere === null ? null : moved - elsewhere;
};

/** Changes of a segment's events over the same days, so that each event can be compared with all others. */
export class SegmentTrends {
  private readonly made = new Map<string, { moves: Float64Array; sorted: Float64Array }>();

  private constructor(
    private readonly events: readonly EventInSegment[],
    private readonly move: Move,
    private readonly isCompared: (event: EventInSegment) => boolean,
  ) {}

  static inside = (events: readonly EventInSegment[]): SegmentTrends =>
    new SegmentTrends(events, moveInside, () => true);

  /** Compares only the largest events, which are enough for a median. Comparing all would take long. */
  static ofShares(events: readonly EventInSegment[]): SegmentTrends {
    const bySize = [...events].sort((a, b) => b.inside.baselineRows - a.inside.baselineRows);
    const largest = new Set(bySize.slice(0, mostSharesCompared));
    return new SegmentTrends(events, moveOfShare, (event) => largest.has(event));
  }

  /** The median change of the other events; null if fewer than 3 of them have one. */
  factorWithout(event: number, first: number, length: number): number | null {
    const { moves, sorted } = this.movesOf(first, length);
    const own = moves[event]!;
    const isExcluded = Number.isNaN(own);
    const count = sorted.length - (isExcluded ? 0 : 1);
    if (count < fewestEvents) return null;
    const place = isExcluded ? sorted.length : placeOf(own, sorted);
    const at = (rank: number): number => sorted[rank < place ? rank : rank + 1]!;
    const half = count >> 1;
    return count % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2;
  }

  /** The median change F of the other events, with its variance (1.2533 · 1.4826 · median|m − F|)² / n. */
  trendWithout(event: number, first: number, length: number): SegmentTrend | null {
    const factor = this.factorWithout(event, first, length);
    if (factor === null) return null;
    const { moves } = this.movesOf(first, length);
    const distances: number[] = [];
    moves.forEach((move, place) => {
      if (place !== event && !Number.isNaN(move)) distances.push(Math.abs(move - factor));
    });
    const spread = medianError * madScale * median(distances);
    return { factor, variance: spread ** 2 / distances.length, events: distances.length };
  }

  private movesOf(first: number, length: number): { moves: Float64Array; sorted: Float64Array } {
    const key = `${first}/${length}`;
    let made = this.made.get(key);
    if (!made) {
      const moves = Float64Array.from(this.events, (event) =>
        this.isCompared(event) ? (this.move(event, first, length) ?? NaN) : NaN,
      );
      made = { moves, sorted: moves.filter((move) => !Number.isNaN(move)).sort() };
      this.made.set(key, made);
    }
    return made;
  }
}

/** ln((observed + ½)/(expected + ½)) of a series; null if it is too young or too small to tell. */
export function movement(rows: DailyRows, first: number, length: number): number | null {
  if (first - rows.start < fewestHistoryDays) return null;
  const expected = rows.expected(first, length);
  if (expected < fewestExpected) return null;
  return logCount(rows.observed(first, length)) - logCount(expected);
}

/** Index of a value in a sorted array that contains it. */
function placeOf(value: number, sorted: Float64Array): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
