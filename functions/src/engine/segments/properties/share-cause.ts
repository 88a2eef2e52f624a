import { countedNullShare, nullShare } from "../../expectation/shares/effect.js";
import {
  type BadKind,
  countedEffectOf,
  effectOf,
  excessOf,
  type Group,
  groupsOf,
  isShare,
  minus,
  plus,
  zOf,
} from "./bad-values.js";
import type { EventDimension, EventSegment } from "../dimensions/event-dimensions.js";
import type { SegmentedProperty } from "./check-property.js";

/** Figures of one segment or of several together. All numbers are shares in 0–1. */
type SegmentShares = {
  /** The segment's part of all bad values beyond the usual number. */
  part: number;
  /** The segment's part of all rows. */
  usual: number;
  /**
   * Share of bad values inside, in the baseline and now. For types and buckets, 0 and the share that shifted.
   */
  before: number;
  now: number;
  /** The same for printing, without the half row that keeps computed shares away from 0 and 1. */
  printed: { before: number; now: number };
};

/**
 * The values of one dimension that explain a change of a property's shares, the one that changed most first.
 */
export type ShareCause = SegmentShares & {
  bad: BadKind;
  dimension: EventDimension;
  named: readonly (SegmentShares & { segment: EventSegment })[];
  /** Effects inside the named segments together, and in all other rows. */
  inside: number;
  outside: number;
  /** `outside` for printing. */
  elsewhere: number;
};

const fewestBaselineRows = 50;
const fewestRows = 10;
const smallestZ = 4;
const namedFrom = 0.5;
const mostNamed = 3;
const smallestPart = 0.8;
const fewestRowsOutside = 10;
const largestOutside = 0.25;
const tieWithin = 0.05;

/**
 * Finds the values of a dimension that explain a change of a property's shares; null if there are none.
 * @param first index of the first bad day; the bad days reach the end of the period
 */
export function shareCause(property: SegmentedProperty, bad: BadKind, first: number): ShareCause | null {
  const causes = [...property.counted.keys()].flatMap((dimension) => {
    const isCompared = bad !== "bucket" || property.counted.get(dimension)!.buckets !== null;
    return (isCompared && causeIn(property, dimension, bad, first)) || [];
  });
  const surplus = ({ inside, outside }: ShareCause): number => inside - Math.max(0, outside);
  const largest = Math.max(...causes.map(surplus));
  const tied = causes.filter((cause) => largest - surplus(cause) <= tieWithin);
  return tied.reduce<ShareCause | null>(
    (best, cause) => (best && best.named.length <= cause.named.length ? best : cause),
    null,
  );
}

function causeIn(
  property: SegmentedProperty,
  dimension: EventDimension,
  bad: BadKind,
  first: number,
): ShareCause | null {
  const { all, segments } = groupsOf(property, dimension, bad, first);
  const rest = minus(all, segments);
  const effects = [...segments, rest].map((group) => effectOf(bad, group));
  const excess = effects.map((effect, i) => excessOf(bad, [...segments, rest][i]!, effect));
  const usable = segments.flatMap((group, rank) =>
    !dimension.segments[rank]!.isNearlyAll &&
    hasEnoughRows(property, dimension, rank, first) &&
    effects[rank]! > 0 &&
    zOf(bad, group) >= smallestZ
      ? [rank]
      : [],
  );
  const largest = Math.max(...usable.map((rank) => effects[rank]!));
  const ranks = usable
    .filter((rank) => effects[rank]! >= namedFrom * largest)
    .sort((a, b) => effects[b]! - effects[a]! || a - b);
  if (ranks.length === 0 || ranks.length > mostNamed) return null;

  const inside = plus(ranks.map((rank) => segments[rank]!));
  const outside = minus(all, [inside]);
  const positive = excess.reduce((sum, rows) => sum + Math.max(0, rows), 0);
  const sharesOf = (group: Group, members: readonly number[]): SegmentShares => ({
    part: members.reduce((sum, rank) => sum + excess[rank]!, 0) / positive,
    usual: shareOfRows(property, dimension, members, first),
    before: isShare(bad) ? nullShare(group.baseline) : 0,
    now: isShare(bad) ? nullShare(group.window) : effectOf(bad, group),
    printed: isShare(bad)
      ? { before: countedNullShare(group.baseline), now: countedNullShare(group.window) }
      : { before: 0, now: effectOf(bad, group) },
  });
  const together = sharesOf(inside, ranks);
  const [effectInside, effectOutside] = [effectOf(bad, inside), effectOf(bad, outside)];
  const explains =
    together.part >= smallestPart &&
    outside.window.rows >= fewestRowsOutside &&
    effectOutside <= largestOutside * effectInside;
  if (!explains) return null;
  const named = ranks.map((rank) => ({
    segment: dimension.segments[rank]!,
    ...sharesOf(segments[rank]!, [rank]),
  }));
  return {
    ...{ bad, dimension, named, ...together },
    inside: effectInside,
    outside: effectOutside,
    elsewhere: countedEffectOf(bad, outside),
  };
}

function hasEnoughRows(
  { period }: SegmentedProperty,
  dimension: EventDimension,
  rank: number,
  first: number,
): boolean {
  return (
    rowsOn(dimension, rank, period.from, period.split) >= fewestBaselineRows &&
    rowsOn(dimension, rank, first, period.end) >= fewestRows
  );
}

function rowsOn({ rows, segments }: EventDimension, rank: number, from: number, end: number): number {
  const { value } = segments[rank]!;
  let total = 0;
  for (let day = from; day < end; day++) total += rows.rows[day * rows.values.length + value]!;
  return total;
}

/** The part of the event's rows that belongs to the named segments. */
function shareOfRows(
  { series, period }: SegmentedProperty,
  dimension: EventDimension,
  ranks: readonly number[],
  first: number,
): number {
  let all = 0;
  for (let day = first; day < period.end; day++) all += series.rows[day] ?? 0;
  return ranks.reduce((sum, rank) => sum + rowsOn(dimension, rank, first, period.end), 0) / all;
}
