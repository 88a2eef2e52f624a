import type { SegmentStreak } from "./check-segment-counts.js";
import type { DailyRows } from "./daily-rows.js";
import { movement } from "./segment-trend.js";

/** Another value that gained this part of what the segment misses has its rows. */
const movedPart = 0.5;
/** A gain must be this many times the normal variation of the rows that gained. */
const clearGain = 3;
const smallestSpread = 0.05;

/** Rows with one of the other values, or with no common one, and the rows with neither this value nor the segment's. */
export type OtherValue = { rows: DailyRows; rest: DailyRows };

/**
 * Whether the rows that a segment misses came with another value of the dimension instead, as after "ios" became
 * "iOS". Then the event lost nothing, and the finding is the dimension's changed mix. A gain that all other values
 * have is no move.
 */
export function isMoved(streak: SegmentStreak, others: readonly OtherValue[]): boolean {
  const { first, length, observed, expected } = streak;
  return others.some(({ rows, rest }) => {
    const common = Math.exp(movement(rest, first, length) ?? 0);
    const usual = rows.start < first ? rows.expected(first, length) * common : 0;
    const gain = rows.observed(first, length) - usual;
    if (gain < movedPart * (expected - observed)) return false;
    const noise = Math.max(smallestSpread, rows.noise()) * Math.sqrt(Math.max(0.5, length ** -0.35));
    return gain >= clearGain * Math.sqrt((noise * usual) ** 2 + usual + 1);
  });
}
