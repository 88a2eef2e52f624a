import { noiseOf } from "../../counts/expectation/noise.js";
import { logCount } from "../../stats/moments.js";
import type { CountDays } from "./daily-rows.js";
import { type EventInSegment, movement, SegmentTrends } from "./segment-trend.js";

/** The newest days of an event inside a segment. */
export type SegmentStreak = {
  /** Index of the first day; it reaches the last one. */
  first: number;
  length: number;
  observed: number;
  /** By the segment's own past alone. */
  expectedByItself: number;
  /** ln of what the segment's other events did, of what the event did elsewhere (Infinity where nobody can tell). */
  segmentFactor: number;
  eventFactor: number;
  segmentVariance: number;
  expected: number;
  sigma: number;
  /** Relative change against `expected`. */
  effect: number;
  z: number;
  severity: "alert" | "warning" | "normal";
};

const fewestBaselineRows = 50;
const fewestHistoryDays = 14;
const fewestExpected = 10;
const fewestFlaggedExpected = 30;
/** A segment that lost half of its traffic is not judged: it is being retired. */
const smallestFactor = Math.log(0.5);
const alertEffect = 0.5;
const alertZMore = 1;
const smallestSpread = 0.05;

const flaggedZ = (length: number): number => (length === 1 ? 6.5 : 6);

export const streakZ = (length: number, severity: "alert" | "warning"): number =>
  flaggedZ(length) + (severity === "alert" ? alertZMore : 0);

/**
 * Falls of events inside one segment: rows are held against the segment's own past, what the segment's other events
 * did and what the event did elsewhere. Rises are not judged, campaigns and bots being rises of one segment.
 */
export class SegmentCounts {
  private readonly trends: SegmentTrends;
  private readonly sigmas = new Map<number, number>();

  /** @param events all events that have the segment, in any order */
  constructor(
    private readonly events: readonly EventInSegment[],
    private readonly days: CountDays,
  ) {
    this.trends = new SegmentTrends(events);
  }

  /** The flagged streaks of one event: the last k days, k = 1…all of the window. */
  flaggedStreaks(event: number, threshold: number): SegmentStreak[] {
    const flagged: SegmentStreak[] = [];
    if (!this.isJudged(event)) return flagged;
    const end = this.days.weekdays.length;
    for (let length = 1; length <= end - this.days.windowStart; length++) {
      if (!this.mayBeFlagged(event, end - length, length, threshold)) continue;
      const streak = this.streakOf(event, end - length, length, threshold);
      if (streak && streak.severity !== "normal") flagged.push(streak);
    }
    return flagged;
  }

  /** The figures of one streak; null where too few other events tell a stop from a segment that shrinks. */
  streakOf(event: number, first: number, length: number, threshold: number): SegmentStreak | null {
    const { inside } = this.events[event]!;
    const trend = this.trends.trendWithout(event, first, length);
    if (!trend) return null;
    const observed = inside.observed(first, length);
    const expectedByItself = inside.expected(first, length);
    const eventFactor = this.eventFactor(event, first, length);
    const expected = expectedByItself * Math.exp(Math.min(trend.factor, eventFactor));
    const effect = observed / expected - 1;
    const sigma = this.sigmaOf(event);
    const z = -(logCount(observed) - logCount(expected)) / spread(sigma, length, expected, trend.variance);
    const isFall = expectedByItself >= fewestExpected && observed < expectedByItself;
    const isFlagged =
      isFall &&
      expected >= fewestFlaggedExpected &&
      trend.factor >= smallestFactor &&
      effect <= -threshold &&
      z >= flaggedZ(length);
    const isAlert = z >= streakZ(length, "alert") && effect <= -Math.max(alertEffect, threshold);
    return {
      first,
      length,
      observed,
      expectedByItself,
      segmentFactor: trend.factor,
      eventFactor,
      segmentVariance: trend.variance,
      expected,
      sigma,
      effect,
      z,
      severity: isFlagged ? (isAlert ? "alert" : "warning") : "normal",
    };
  }

  private isJudged(event: number): boolean {
    const { inside } = this.events[event]!;
    return inside.baselineRows >= fewestBaselineRows && inside.age >= fewestHistoryDays;
  }

  /** Cheap: would the streak be flagged if its segment were as steady as can be? */
  private mayBeFlagged(event: number, first: number, length: number, threshold: number): boolean {
    const { inside } = this.events[event]!;
    const expectedByItself = inside.expected(first, length);
    const observed = inside.observed(first, length);
    if (expectedByItself < fewestExpected || observed >= expectedByItself) return false;
    const factor = this.trends.factorWithout(event, first, length);
    if (factor === null || factor < smallestFactor) return false;
    const expected = expectedByItself * Math.exp(Math.min(factor, this.eventFactor(event, first, length)));
    if (expected < fewestFlaggedExpected || observed > expected * (1 - threshold)) return false;
    return logCount(expected) - logCount(observed) >= flaggedZ(length) * spread(0, length, expected, 0);
  }

  private eventFactor(event: number, first: number, length: number): number {
    return movement(this.events[event]!.outside, first, length) ?? Infinity;
  }

  /** Noise of a day, as for whole events, with the factors of every single day. */
  private sigmaOf(event: number): number {
    const known = this.sigmas.get(event);
    if (known !== undefined) return known;
    const { inside } = this.events[event]!;
    const errors: number[] = [];
    for (let day = 0; day < this.days.windowStart; day++) {
      if (!inside.hasHistory(day)) continue;
      const factor = Math.min(this.trends.factorWithout(event, day, 1) ?? 0, this.eventFactor(event, day, 1));
      const expected = inside.expected(day, 1) * Math.exp(factor);
      errors.push(Math.abs(logCount(inside.counts[day]!) - logCount(expected)));
    }
    const sigma = noiseOf(errors, inside.age);
    this.sigmas.set(event, sigma);
    return sigma;
  }
}

/** √v of the logarithm of a streak's rows. */
const spread = (sigma: number, length: number, expected: number, segmentVariance: number): number =>
  Math.sqrt(
    sigma ** 2 * Math.max(0.5, length ** -0.35) + 1 / (expected + 1) + smallestSpread ** 2 + segmentVariance,
  );
