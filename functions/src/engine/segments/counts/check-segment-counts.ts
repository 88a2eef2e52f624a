import { logCount } from "../../stats/moments.js";
import type { CountDays } from "./daily-rows.js";
import { type EventInSegment, movement, type SegmentTrend, SegmentTrends } from "./segment-trend.js";

/** The figures of an event inside a segment over the newest days. */
export type SegmentStreak = {
  /** Index of the first day. The streak reaches the last day. */
  first: number;
  length: number;
  observed: number;
  /** Expected from the segment's own history alone. */
  expectedByItself: number;
  /** ln of how the segment's other events changed; of their share if `isOfShare`. */
  segmentFactor: number;
  /** ln of how the event changed outside the segment; Infinity if that can't be told. */
  eventFactor: number;
  segmentVariance: number;
  expected: number;
  sigma: number;
  /** Change relative to `expected`. */
  effect: number;
  z: number;
  /** The z that an alert needs. */
  alertZ: number;
  /** Decided by the segment's share of the event. All figures are then based on that share. */
  isOfShare: boolean;
  severity: "alert" | "warning" | "normal";
};

const fewestBaselineRows = 50;
const fewestHistoryDays = 14;
const fewestExpected = 10;
const fewestFlaggedExpected = 30;
/** A segment that lost more than half of its traffic isn't checked, since it is being retired. */
const smallestFactor = Math.log(0.5);
const alertEffect = 0.5;
const alertZMore = 1;
const smallestSpread = 0.05;

/** With too few other events, the segment is taken to be unchanged, and only its share of the event can tell. */
const unchanged: SegmentTrend = { factor: 0, variance: 0, events: 0 };

const flaggedZ = (length: number): number => (length === 1 ? 6.5 : 6);
/** Lower than for rows: a share has none of the whole event's day-to-day changes, the largest noise. */
const shareZ = (length: number): number => flaggedZ(length) - 1.5;

/**
 * Finds falls of events inside one segment. First it compares the rows with those expected from the segment's
 * own history, the segment's other events, and the event outside the segment. Then it compares the segment's
 * share of the event with its own history and the segment's shares of other events, which reveals smaller
 * falls, and is all there is to tell with fewer than three other events. Rises aren't checked, since campaigns and bots are rises in one segment.
 */
export class SegmentCounts {
  private readonly trends: SegmentTrends;
  private sharesMoved: SegmentTrends | null = null;
  private readonly sigmas = new Map<number, number>();
  private readonly shareSigmas = new Map<number, number>();

  /** @param events all events that have the segment, in any order */
  constructor(
    private readonly events: readonly EventInSegment[],
    private readonly days: CountDays,
  ) {
    this.trends = SegmentTrends.inside(events);
  }

  /** Returns the flagged streaks of one event: the last k days, for each k up to the length of the window. */
  flaggedStreaks(event: number, threshold: number): SegmentStreak[] {
    const flagged: SegmentStreak[] = [];
    if (!this.isChecked(event)) return flagged;
    const end = this.days.weekdays.length;
    for (let length = 1; length <= end - this.days.windowStart; length++) {
      const first = end - length;
      const zBound = this.largestZ(event, first, length, threshold);
      if (zBound < shareZ(length)) continue;
      const ofRows = zBound < flaggedZ(length) ? null : this.streakOf(event, first, length, threshold);
      const streak =
        ofRows && ofRows.severity !== "normal" ? ofRows : this.shareStreakOf(event, first, length, threshold);
      if (streak && streak.severity !== "normal") flagged.push(streak);
    }
    return flagged;
  }

  /** The figures of one streak; null with too few other events to tell a stop from a shrinking segment. */
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
    const isLarge = isFall && expected >= fewestFlaggedExpected && trend.factor >= smallestFactor;
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
      alertZ: flaggedZ(length) + alertZMore,
      isOfShare: false,
      severity: isLarge ? severityOf(effect, z, flaggedZ(length), threshold) : "normal",
    };
  }

  /** The figures of one streak by the segment's share of the event, if the rows are off by the threshold. */
  private shareStreakOf(
    event: number,
    first: number,
    length: number,
    threshold: number,
  ): SegmentStreak | null {
    const { inside, outside } = this.events[event]!;
    const others = this.shareTrends().trendWithout(event, first, length);
    const trend = others ?? unchanged;
    const eventFactor = this.eventFactor(event, first, length);
    if (trend.factor < smallestFactor || eventFactor === Infinity) return null;
    const observed = inside.observed(first, length);
    const expectedByItself = inside.expected(first, length);
    const expected = expectedByItself * Math.exp(eventFactor + trend.factor);
    if (expected < fewestFlaggedExpected) return null;
    const variance = trend.variance + 1 / (outside.observed(first, length) + 1);
    const sigma = this.shareSigmaOf(event);
    const effect = observed / expected - 1;
    const z = (logCount(expected) - logCount(observed)) / spread(sigma, length, expected, variance);
    const leastZ = others ? shareZ(length) : flaggedZ(length);
    return {
      first,
      length,
      observed,
      expectedByItself,
      segmentFactor: trend.factor,
      eventFactor,
      segmentVariance: variance,
      expected,
      sigma,
      effect,
      z,
      alertZ: leastZ + alertZMore,
      isOfShare: true,
      severity: severityOf(effect, z, leastZ, threshold),
    };
  }

  private isChecked(event: number): boolean {
    const { inside } = this.events[event]!;
    return inside.baselineRows >= fewestBaselineRows && inside.age >= fewestHistoryDays;
  }

  /** A cheap upper bound of z by rows, with σ = s² = 0; 0 if the streak can't be a finding by rows or share. */
  private largestZ(event: number, first: number, length: number, threshold: number): number {
    const { inside } = this.events[event]!;
    const expectedByItself = inside.expected(first, length);
    const observed = inside.observed(first, length);
    if (expectedByItself < fewestExpected || observed >= expectedByItself) return 0;
    const factor = this.trends.factorWithout(event, first, length) ?? unchanged.factor;
    if (factor < smallestFactor) return 0;
    const expected = expectedByItself * Math.exp(Math.min(factor, this.eventFactor(event, first, length)));
    if (expected < fewestFlaggedExpected || observed > expected * (1 - threshold)) return 0;
    return (logCount(expected) - logCount(observed)) / spread(0, length, expected, 0);
  }

  private shareTrends(): SegmentTrends {
    return (this.sharesMoved ??= SegmentTrends.ofShares(this.events));
  }

  private eventFactor(event: number, first: number, length: number): number {
    return movement(this.events[event]!.outside, first, length) ?? Infinity;
  }

  /** Normal variation of a day, as for whole events, but with each day's factors. */
  private sigmaOf(event: number): number {
    return this.noiseWith(this.sigmas, event, (day) =>
      Math.min(this.trends.factorWithout(event, day, 1) ?? 0, this.eventFactor(event, day, 1)),
    );
  }

  private shareSigmaOf(event: number): number {
    return this.noiseWith(this.shareSigmas, event, (day) => {
      const factor = this.eventFactor(event, day, 1);
      return (factor === Infinity ? 0 : factor) + (this.shareTrends().factorWithout(event, day, 1) ?? 0);
    });
  }

  private noiseWith(known: Map<number, number>, event: number, factorOf: (day: number) => number): number {
    const sigma = known.get(event);
    if (sigma !== undefined) return sigma;
    const made = this.events[event]!.inside.noise(factorOf);
    known.set(event, made);
    return made;
  }
}

function severityOf(
  effect: number,
  z: number,
  least: number,
  threshold: number,
): "alert" | "warning" | "normal" {
  if (effect > -threshold || z < least) return "normal";
  return z >= least + alertZMore && effect <= -Math.max(alertEffect, threshold) ? "alert" : "warning";
}

/** √v, the normal variation of the logarithm of a streak's rows. */
const spread = (sigma: number, length: number, expected: number, segmentVariance: number): number =>
  Math.sqrt(
    sigma ** 2 * Math.max(0.5, length ** -0.35) + 1 / (expected + 1) + smallestSpread ** 2 + segmentVariance,
  );
