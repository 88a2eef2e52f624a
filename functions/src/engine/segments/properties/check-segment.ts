import {
  countedNullShare,
  lostShare,
  movedShare,
  nullShare,
  plainEffect,
} from "../../expectation/shares/effect.js";
import { newPool, type Pool, poolDays } from "../../expectation/shares/pool.js";
import type { ShareTable } from "../../series/share-table.js";
import { firstDayOfStreak, largestChangePoint } from "../../expectation/shares/change-point.js";
import type { SegmentTableKind } from "./segment-counts.js";
import { baselineVariation, SegmentWindow, segmentWindows } from "./segment-window.js";

export type SegmentSettings = {
  checkBackDays: number;
  /** T as a share, 0–1. */
  threshold: number;
  /** True for events, where extra traffic isn't a loss; false for profiles. */
  hasTraffic: boolean;
  /** A campaign or experiment, which ends on purpose: at most a warning. */
  isPlanned: boolean;
};

/** One window of a segment's table. Shares are in 0–1, days are those of the table. */
export type CheckedWindow = {
  start: number;
  length: number;
  rows: number;
  baselineRows: number;
  effect: number;
  z: number;
  /** The largest past change; null if it wasn't needed or the baseline is too short. */
  variation: number | null;
  step: number;
  /**
   * For a finding, the day on which it began; otherwise the day of the largest step. Never before the window.
   */
  stepDay: number;
  /** The effect on the same days in all other rows of the event, against their own baseline. */
  outsideEffect: number;
  /** The same as it is printed, of the rows as counted. */
  printedOutside: number;
  severity: "alert" | "warning" | "normal";
};

export const fewestBaselineRows = 300;
const fewestReferenceRows = 100;
export const fewestWindowRows: Readonly<Record<SegmentTableKind, number>> = {
  empty: 20,
  type: 20,
  bucket: 60,
};
const flaggedZ: Readonly<Record<SegmentTableKind, number>> = { empty: 6, type: 6, bucket: 10 };
const alertZMore = 2;
/** A change must be this many times the segment's largest past change. */
const timesVariation = 1.5;
/** The largest step must be this part of the effect. Otherwise the change is a drift, not a break. */
const stepPart = 0.6;
/** All other rows may have changed by this part of the effect: a change everywhere isn't the segment's. */
const outsidePart = 0.5;
/** With fewer other rows, it can't be told whether the change is only the segment's. */
const fewestOutsideRows = 20;
/** One-sided 95% of a normal distribution. */
const confidentZ = 1.645;
const alertEffect = 0.5;
const logSilenceChance = Math.log(1e-7);

export const alertZ = (kind: SegmentTableKind): number => flaggedZ[kind] + alertZMore;

/**
 * Checks every window of a segment's table that has enough rows.
 * @param outside the same table for all other rows
 */
export function checkSegment(
  kind: SegmentTableKind,
  table: ShareTable,
  outside: ShareTable,
  settings: SegmentSettings,
): CheckedWindow[] {
  const view = new SegmentWindow(table, settings.hasTraffic);
  return lengthsWithRows(kind, view, settings).map((length) => {
    const start = table.days - length;
    view.look(start, length, fewestReferenceRows);
    return checkWindow(kind, view, outside, start, length, settings);
  });
}

/** A cheap test of whether any window of a segment's table can be flagged, based only on the rows inside. */
export function mayBeFlagged(kind: SegmentTableKind, table: ShareTable, settings: SegmentSettings): boolean {
  const view = new SegmentWindow(table, settings.hasTraffic);
  return lengthsWithRows(kind, view, settings).some((length) => {
    view.look(table.days - length, length, fewestReferenceRows);
    return isUnlikely(kind, view) && view.effect() >= settings.threshold;
  });
}

function lengthsWithRows(
  kind: SegmentTableKind,
  { table }: SegmentWindow,
  { checkBackDays }: SegmentSettings,
): number[] {
  if (rowsOn(table, 0, table.split) < fewestBaselineRows) return [];
  return segmentWindows.filter(
    (length) =>
      length <= checkBackDays &&
      length <= table.days - table.split &&
      rowsOn(table, table.days - length, table.days) >= fewestWindowRows[kind],
  );
}

function rowsOn({ cells, sums }: ShareTable, from: number, end: number): number {
  let rows = 0;
  for (let cell = 0; cell < cells; cell++) rows += sums[end * cells + cell]! - sums[from * cells + cell]!;
  return rows;
}

const isUnlikely = (kind: SegmentTableKind, view: SegmentWindow): boolean =>
  view.z() >= flaggedZ[kind] || (kind === "empty" && isSilence(view));

function checkWindow(
  kind: SegmentTableKind,
  view: SegmentWindow,
  outside: ShareTable,
  start: number,
  length: number,
  { threshold, isPlanned }: SegmentSettings,
): CheckedWindow {
  const { table } = view;
  const effect = view.effect();
  const z = view.z();
  const isSilent = kind === "empty" && isSilence(view);
  const { rows } = view.window;
  const baselineRows = view.baseline.rows;
  const { jump: step, day } = largestChangePoint(table, start);
  const elsewhere = effectOutside(outside, start);
  const isCandidate =
    (z >= flaggedZ[kind] || isSilent) &&
    effect >= threshold &&
    step >= stepPart * effect &&
    elsewhere.atMost <= outsidePart * effect;
  // The most expensive condition comes last, since hardly any window gets this far.
  const variation = isCandidate ? baselineVariation(view, length) : null;
  const isFlagged = isCandidate && effect >= timesVariation * (variation ?? 0);
  const isAlert = (z >= alertZ(kind) || isSilent) && effect >= Math.max(alertEffect, threshold) && !isPlanned;
  return {
    start,
    length,
    rows,
    baselineRows,
    effect,
    z,
    variation,
    step,
    stepDay: isFlagged ? firstDayOfStreak(table, { start, effect }, threshold) : Math.max(start, day),
    outsideEffect: elsewhere.effect,
    printedOutside: elsewhere.printed,
    severity: isFlagged ? (isAlert ? "alert" : "warning") : "normal",
  };
}

/** Whether no row has a value, and that is too unlikely given the baseline's share and overdispersion. */
function isSilence({ table, window, baseline }: SegmentWindow): boolean {
  if (window.cells[0] !== 0) return false;
  const usual = baseline.cells[0]! / (baseline.rows + 1);
  return (window.rows / table.dispersion[1]!) * Math.log(1 - usual) <= logSilenceChance;
}

/** The effect on the same days in all other rows, and what it is at most, given their number. */
function effectOutside(
  table: ShareTable,
  start: number,
): { effect: number; printed: number; atMost: number } {
  const window = poolDays(table, start, table.days, newPool(table.cells));
  const baseline = poolDays(table, 0, table.split, newPool(table.cells));
  const effect = plainEffect(table, window, baseline);
  const isNulls = table.kind === "nulls";
  const printed = isNulls ? lostShare(countedNullShare(window), countedNullShare(baseline)) : effect;
  const outside = { effect, printed };
  if (window.rows < fewestOutsideRows) return { ...outside, atMost: Infinity };
  if (!isNulls) return { ...outside, atMost: effect + movedShare(table, window, baseline).chance };
  // Rows that never have a value can't lose one.
  if (!isEnough(baseline.rows, baseline.cells[0]!)) return { ...outside, atMost: effect };
  return {
    ...outside,
    atMost: Math.max(effect, lostShare(largestNullShare(table, window), nullShare(baseline))),
  };
}

/** The upper limit of the share of nulls that explains the window's rows with 95% confidence (Wilson 1927). */
function largestNullShare({ dispersion }: ShareTable, { cells, rows }: Pool): number {
  const independentRows = rows / dispersion[1]!;
  const share = cells[1]! / rows;
  const square = confidentZ ** 2 / independentRows;
  const spread = Math.sqrt((share * (1 - share)) / independentRows + square / (4 * independentRows));
  return (share + square / 2 + confidentZ * spread) / (1 + square);
}

const fewestValues = 50;
const smallestShare = 0.05;

/** Whether a baseline has enough values to detect their loss. */
export const isEnough = (rows: number, values: number): boolean =>
  rows >= fewestBaselineRows && values >= fewestValues && values >= smallestShare * rows;

/**
 * Whether a segment's baseline has enough values to detect their loss.
 * @param empty the segment's table of empty values
 */
export function hasEnoughValues(empty: ShareTable): boolean {
  const { rows, cells } = poolDays(empty, 0, empty.split, newPool(2));
  return isEnough(rows, cells[0]!);
}
