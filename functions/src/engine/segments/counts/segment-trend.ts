import { logCount } from "../../stats/moments.js";
import { median } from "../../stats/robust.js";
import type { DailyRows } from "./daily-rows.js";

/** An event inside one segment, and its rows outside of it. */
export type EventInSegment = { event: string; inside: DailyRows; outside: DailyRows };

/** What a segment's other events did on some days; `factor` and `variance` of natural logarithms. */
export type SegmentTrend = { factor: number; variance: number; events: number };

const fewestHistoryDays = 14;
const fewestExpected = 10;
/** With fewer other events nobody can tell an event that stops from a segment that shrinks. */
const fewestEvents = 3;
const mostSharesCompared = 50;
/** Standard error of a median over that of a mean, and MAD to standard deviation, both for a normal distribution. */
const medianError = 1.2533;
const madScale = 1.4826;

/** How an event moved on some days, as a natural logarithm; null where it can't tell. */
type Move = (event: EventInSegment, first: number, length: number) => number | null;

/** The event's rows inside the segment. */
const moveInside: Move = ({ inside }, first, length) => movement(inside, first, length);

/** The segment's part of the event: its rows inside against those outside. */
const moveOfShare: Move = ({ inside, outside }, first, length) => {
  const [moved, elsewhere] = [movement(inside, first, length), movement(outside, first, length)];
  return moved === null || elsewhere === null ? null : moved - elsewhere;
};

/** Movements of a segment's events over the same days: each event is compared with what all others did. */
export class SegmentTrends {
  private readonly made = new Map<string, { moves: Float64Array; sorted: Float64Array }>();

  private constructor(
    private readonly events: readonly EventInSegment[],
    private readonly move: Move,
    private readonly isCompared: (event: EventInSegment) => boolean,
  ) {}

  static inside = (events: readonly EventInSegment[]): SegmentTrends =>
    new SegmentTrends(events, moveInside, () => true);

  /** Of the largest events alone: they tell most of a median, and all of them would take long. */
  static ofShares(events: readonly EventInSegment[]): SegmentTrends {
    const bySize = [...events].sort((a, b) => b.inside.baselineRows - a.inside.baselineRows);
    const largest = new Set(bySize.slice(0, mostSharesCompared));
    return new SegmentTrends(events, moveOfShare, (event) => largest.has(event));
  }

  /** The median movement of the other events, or null where fewer than 3 tell. */
  factorWithout(event: number, first: number, length: number): number | null {
    const { moves, sorted } = this.movesOf(first, length);
    const own = moves[event]!;
    const isOut = Number.isNaN(own);
    const count = sorted.length - (isOut ? 0 : 1);
    if (count < fewestEvents) return null;
    const place = isOut ? sorted.length : placeOf(own, sorted);
    const at = (rank: number): number => sorted[rank < place ? rank : rank + 1]!;
    const half = count >> 1;
    return count % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2;
  }

  /** The same with the variance of that median: (1.2533 · 1.4826 · median|m − F|)² / n. */
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

/** ln((observed + ½)/(expected + ½)) of a series that is old and large enough to tell, else null. */
export function movement(rows: DailyRows, first: number, length: number): number | null {
  if (first - rows.start < fewestHistoryDays) return null;
  const expected = rows.expected(first, length);
  if (expected < fewestExpected) return null;
  return logCount(rows.observed(first, length)) - logCount(expected);
}

/** Place of a value that is among sorted ones. */
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
