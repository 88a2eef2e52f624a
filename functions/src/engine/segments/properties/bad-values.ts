import { countedNullShare, lostShare, movedShare, nullShare } from "../../expectation/shares/effect.js";
import type { PooledRows } from "../../expectation/shares/pool.js";
import type { EventDimension } from "../dimensions/event-dimensions.js";
import type { SegmentedProperty } from "./check-property.js";
import { cellsOf, readEvent, readSegment } from "./segment-counts.js";

/**
 * The kind of bad value: nulls of all rows, null-likes of the filled ones, values of another type, or other
 * values.
 */
export type BadKind = "null" | "like" | "type" | "bucket";

/** The kind of bad value for a kind of finding. */
export const badOf = (of: "nulls" | "form" | "type" | "bucket"): BadKind =>
  of === "nulls" ? "null" : of === "form" ? "like" : of;

/** The pooled rows of a group in baseline and window. */
export type Group = { baseline: PooledRows; window: PooledRows };

export const isShare = (bad: BadKind): boolean => bad === "null" || bad === "like";

/** Pools the rows of the event and of each segment. For nulls and null-likes, cell 1 holds the bad rows. */
export function groupsOf(
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
  const segment = (value: number, from: number, end: number): PooledRows => {
    let [total, badRows] = [0, 0];
    for (let day = from; day < end; day++) {
      const at = day * values.length + value;
      total += rows[at]! - (isNull ? 0 : property.nulls[at]!);
      badRows += (isNull ? property.nulls : property.nullLikes)[at]!;
    }
    return shares(total, badRows);
  };
  const event = (from: number, end: number): PooledRows => {
    let [total, badRows] = [0, 0];
    for (let day = from; day < end; day++) {
      const one = series.days[day];
      const filled = one ? one.rows - one.absent - one.nulls - one.empties : 0;
      total += isNull ? (series.rows[day] ?? 0) : filled;
      badRows += isNull ? (series.rows[day] ?? 0) - filled : (one?.nullLike ?? 0);
    }
    return shares(total, badRows);
  };
  return {
    all: { baseline: event(period.from, period.split), window: event(first, period.end) },
    segments: dimension.segments.map(({ value }) => ({
      baseline: segment(value, period.from, period.split),
      window: segment(value, first, period.end),
    })),
  };
}

const shares = (rows: number, bad: number): PooledRows => ({ cells: [rows - bad, bad], rows });

function poolCounts(counts: Float64Array, cells: number, from: number, end: number): PooledRows {
  const pool: PooledRows = { cells: new Array<number>(cells).fill(0), rows: 0 };
  for (let at = from * cells; at < end * cells; at++) {
    pool.cells[at % cells]! += counts[at]!;
    pool.rows += counts[at]!;
  }
  return pool;
}

export function effectOf(bad: BadKind, { baseline, window }: Group): number {
  if (isShare(bad)) return lostShare(nullShare(window), nullShare(baseline));
  if (window.rows <= 0 || baseline.rows <= 0) return 0;
  const { distance, chance } = movedShare(independent(baseline.cells.length), window, baseline);
  return Math.sqrt(Math.max(0, distance * distance - chance * chance));
}

/** The effect for printing, without the half row that keeps computed shares away from 0 and 1. */
export function countedEffectOf(bad: BadKind, group: Group): number {
  if (!isShare(bad)) return effectOf(bad, group);
  return lostShare(countedNullShare(group.window), countedNullShare(group.baseline));
}

export function excessOf(bad: BadKind, { baseline, window }: Group, effect: number): number {
  return window.rows * (isShare(bad) ? nullShare(window) - nullShare(baseline) : effect);
}

export function zOf(bad: BadKind, { baseline, window }: Group): number {
  if (window.rows <= 0 || baseline.rows <= 0) return 0;
  const spread = 1 / baseline.rows + 1 / window.rows;
  if (isShare(bad)) {
    const both = (baseline.cells[1]! + window.cells[1]! + 0.5) / (baseline.rows + window.rows + 1);
    return (nullShare(window) - nullShare(baseline)) / Math.sqrt(both * (1 - both) * spread);
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

export const plus = (groups: readonly Group[]): Group => ({
  baseline: groups.map(({ baseline }) => baseline).reduce((sum, pool) => addPool(sum, pool, 1)),
  window: groups.map(({ window }) => window).reduce((sum, pool) => addPool(sum, pool, 1)),
});

export const minus = (all: Group, groups: readonly Group[]): Group => ({
  baseline: groups.reduce((rest, { baseline }) => addPool(rest, baseline, -1), all.baseline),
  window: groups.reduce((rest, { window }) => addPool(rest, window, -1), all.window),
});

const addPool = (a: PooledRows, b: PooledRows, sign: 1 | -1): PooledRows => {
  const cells = a.cells.map((rows, cell) => Math.max(0, rows + sign * b.cells[cell]!));
  return { cells, rows: cells.reduce((sum, rows) => sum + rows, 0) };
};
