import { movedShare } from "../../expectation/shares/effect.js";
import { newPool, type Pool } from "../../expectation/shares/pool.js";
import type { EventDimension, EventSegment } from "../dimensions/event-dimensions.js";
import type { SegmentedProperty } from "./check-property.js";
import { cellsOf, readEvent, readSegment } from "./segment-counts.js";

/**
 * The kind of bad value: nulls of all rows, null-likes of the filled ones, values of another type, or other
 * values.
 */
export type BadKind = "null" | "like" | "type" | "bucket";

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
};

const fewestBaselineRows = 100;
const fewestRows = 20;
const smallestZ = 4;
const namedFrom = 0.5;
const mostNamed = 3;
const smallestPart = 0.8;
const fewestRowsOutside = 30;
const largestOutside = 0.25;
const tieWithin = 0.05;

/** The poolCounts rows of a group in baseline and window. */
type Group = { baseline: Pool; window: Pool };

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
    hasEnoughRows(property, dimension, rank, first) && effects[rank]! > 0 && zOf(bad, group) >= smallestZ
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
    before: isShare(bad) ? badShare(group.baseline) : 0,
    now: isShare(bad) ? badShare(group.window) : effectOf(bad, group),
    printed: isShare(bad)
      ? { before: countedShare(group.baseline), now: countedShare(group.window) }
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
  return { bad, dimension, named, ...together, inside: effectInside, outside: effectOutside };
}

const isShare = (bad: BadKind): boolean => bad === "null" || bad === "like";

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

/** Pools the rows of the event and of each segment. For nulls and null-likes, cell 1 holds the bad rows. */
function groupsOf(
  { series, period, counted }: SegmentedProperty,
  dimension: EventDimension,
  bad: BadKind,
  first: number,
): { all: Group; segments: Group[] } {
  const property = counted.get(dimension)!;
  if (!isShare(bad)) {
    const kind = bad as "type" | "bucket";
    const cells = cellsOf[kind];
    const counts = new Float64Array((period.end - period.from) * cells);
    const group = (): Group => ({
      baseline: poolCounts(counts, cells, 0, period.split - period.from),
      window: poolCounts(counts, cells, first - period.from, period.end - period.from),
    });
    readEvent(kind, series, property, period, counts);
    const all = group();
    const segments = dimension.segments.map(({ value }) => {
      readSegment(kind, dimension.rows, property, value, period, counts);
      return group();
    });
    return { all, segments };
  }
  const isNull = bad === "null";
  const { rows, values } = dimension.rows;
  const segment = (value: number, from: number, end: number): Pool => {
    let [total, badRows] = [0, 0];
    for (let day = from; day < end; day++) {
      const at = day * values.length + value;
      total += rows[at]! - (isNull ? 0 : property.nulls[at]!);
      badRows += (isNull ? property.nulls : property.nullLikes)[at]!;
    }
    return shares(total, badRows, end - from);
  };
  const event = (from: number, end: number): Pool => {
    let [total, badRows] = [0, 0];
    for (let day = from; day < end; day++) {
      const one = series.days[day];
      const filled = one ? one.rows - one.absent - one.nulls - one.empties : 0;
      total += isNull ? (series.rows[day] ?? 0) : filled;
      badRows += isNull ? (series.rows[day] ?? 0) - filled : (one?.nullLike ?? 0);
    }
    return shares(total, badRows, end - from);
  };
  return {
    all: { baseline: event(period.from, period.split), window: event(first, period.end) },
    segments: dimension.segments.map(({ value }) => ({
      baseline: segment(value, period.from, period.split),
      window: segment(value, first, period.end),
    })),
  };
}

const shares = (rows: number, bad: number, days: number): Pool => ({
  cells: [rows - bad, bad],
  rows,
  days,
});

function poolCounts(counts: Float64Array, cells: number, from: number, end: number): Pool {
  const pool = { ...newPool(cells), days: end - from };
  for (let at = from * cells; at < end * cells; at++) {
    pool.cells[at % cells]! += counts[at]!;
    pool.rows += counts[at]!;
  }
  return pool;
}

const countedShare = ({ cells, rows }: Pool): number => (rows === 0 ? 0 : cells[1]! / rows);

const badShare = ({ cells, rows }: Pool): number => (cells[1]! + 0.5) / (rows + 1);

function effectOf(bad: BadKind, { baseline, window }: Group): number {
  if (isShare(bad)) {
    const usual = badShare(baseline);
    return (badShare(window) - usual) / (1 - usual);
  }
  if (window.rows <= 0 || baseline.rows <= 0) return 0;
  const { distance, chance } = movedShare(independent(baseline.cells.length), window, baseline);
  return Math.sqrt(Math.max(0, distance * distance - chance * chance));
}

function excessOf(bad: BadKind, { baseline, window }: Group, effect: number): number {
  return window.rows * (isShare(bad) ? badShare(window) - badShare(baseline) : effect);
}

function zOf(bad: BadKind, { baseline, window }: Group): number {
  if (window.rows <= 0 || baseline.rows <= 0) return 0;
  const spread = 1 / baseline.rows + 1 / window.rows;
  if (isShare(bad)) {
    const both = (baseline.cells[1]! + window.cells[1]! + 0.5) / (baseline.rows + window.rows + 1);
    return (badShare(window) - badShare(baseline)) / Math.sqrt(both * (1 - both) * spread);
  }
  let largest = 0;
  window.cells.forEach((rows, cell) => {
    const both = (rows + baseline.cells[cell]!) / (window.rows + baseline.rows);
    if (both === 0 || both === 1) return;
    const move = Math.abs(rows / window.rows - baseline.cells[cell]! / baseline.rows);
    largest = Math.max(largest, move / Math.sqrt(both * (1 - both) * spread));
  });
  return largest;
}

/** Dispersion for rows that are assumed to be independent, ρ = 1. */
const independent = (cells: number) => ({ cells, dispersion: new Float64Array(cells).fill(1) });

const plus = (groups: readonly Group[]): Group => ({
  baseline: groups.map(({ baseline }) => baseline).reduce((sum, pool) => addPool(sum, pool, 1)),
  window: groups.map(({ window }) => window).reduce((sum, pool) => addPool(sum, pool, 1)),
});

const minus = (all: Group, groups: readonly Group[]): Group => ({
  baseline: groups.reduce((rest, { baseline }) => addPool(rest, baseline, -1), all.baseline),
  window: groups.reduce((rest, { window }) => addPool(rest, window, -1), all.window),
});

const addPool = (a: Pool, b: Pool, sign: 1 | -1): Pool => {
  const cells = a.cells.map((rows, cell) => Math.max(0, rows + sign * b.cells[cell]!));
  return { cells, rows: cells.reduce((sum, rows) => sum + rows, 0), days: a.days };
};

/** The kind of bad value for a kind of finding. */
export const badOf = (of: "nulls" | "form" | "type" | "bucket"): BadKind =>
  of === "nulls" ? "null" : of === "form" ? "like" : of;
