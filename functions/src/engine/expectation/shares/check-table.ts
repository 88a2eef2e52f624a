import { largestBaselineEffect } from "./baseline-variation.js";
import { firstDayOfStreak, largestChangePoint } from "./change-point.js";
import type { ShareTable } from "../../series/share-table.js";
import { plainEffect } from "./effect.js";
import { newPool, poolDays } from "./pool.js";
import { pastLengths, windowLengths, WindowView } from "./window.js";
import { windowZ } from "./z-score.js";

export const warningZ = 5;
export const alertZ = 6;
/** A change must be this many times the largest past change. */
const timesBaselineVariation = 1.5;
/** The largest change point must be this part of the effect. Otherwise the change is a drift, not a break. */
const jumpPart = 0.6;
export const fewestReferenceRows = 100;
/** The null share is steadier than a mix of values, so a smaller rise is already unusual. */
const warningPart = { nulls: 1 / 3, values: 1 / 2, forms: 1 / 2 };
const fewestWindowRows = { nulls: 30, values: 50, forms: 50 };

export type ShareSettings = {
  checkBackDays: number;
  /** T as a share, 0–1. */
  threshold: number;
  /** True for events, where a burst of traffic adds rows; false for user profiles. */
  hasTraffic: boolean;
  /**
   * Makes the table as it would have been when a past window was the newest, given the window's first day and
   * the day after its last one. Missing if the cells don't depend on that.
   */
  tableAsOf?: (start: number, end: number) => ShareTable;
};

/** One window. Shares are in 0–1, days are those of the table. */
export type WindowFigures = {
  start: number;
  length: number;
  effect: number;
  z: number;
  /** The largest past change U; null if the effect is too small to need it, or the baseline too short. */
  baselineVariation: number | null;
  /** The effect without bursts of traffic, which can only remove a finding. */
  sustained: number;
  /** The cell whose added rows explain the rest of the effect; null if there is none. */
  addedCell: number | null;
  jump: number;
  /** How many of the last days decided. A finding's window is its whole streak. */
  decidedBy: number;
  severity: "alert" | "warning" | "normal";
};

/** `window` is the one that the row is about; null if none had enough rows. */
export type TableVerdict = { severity: "inconclusive"; window: null } | CheckedTable;

/** Inconclusive with a window means that the property often changes this much by itself. */
export type CheckedTable = {
  severity: "alert" | "warning" | "normal" | "inconclusive";
  window: WindowFigures;
  /** A longer window is a finding, but the newest day alone is back to normal. */
  isBackOnLastDay: boolean;
  /** Only the newest day is flagged, so late data may still remove the finding. */
  isProvisional: boolean;
};

/**
 * Checks one table over all its windows. The verdict is about the most severe window, then the one with the
 * largest effect.
 */
export function checkTable(table: ShareTable, settings: ShareSettings): TableVerdict {
  const view = new WindowView(table, settings.hasTraffic);
  let named: WindowFigures | null = null;
  let longestFlagged = 0;
  let newestEffect = Infinity;
  let largestQuiet: { length: number; effect: number } | null = null;
  const limits = effectLimits(table.kind, settings.threshold, 0);
  for (const length of lengthsWithRows(view, settings)) {
    const effect = view.effect();
    if (length === 1) newestEffect = effect;
    if (effect < limits.warning) {
      if (!largestQuiet || effect > largestQuiet.effect) largestQuiet = { length, effect };
      continue;
    }
    const window = checkWindow(view, length, effect, settings);
    if (window.severity !== "normal") longestFlagged = length;
    if (!named || isNamedBefore(window, named)) named = window;
  }
  // Windows below the warning limit matter only if there are no others, and then only the one with the
  // largest effect.
  if (!named && largestQuiet) named = quietWindow(view, largestQuiet.length, largestQuiet.effect);
  if (!named) return { severity: "inconclusive", window: null };
  if (named.severity !== "normal") named = asStreak(table, named, limits.warning);
  const isRestless =
    named.severity === "normal" && timesBaselineVariation * (named.baselineVariation ?? 0) >= 1;
  return {
    severity: isRestless ? "inconclusive" : named.severity,
    window: named,
    isBackOnLastDay: named.severity !== "normal" && newestEffect < limits.warning / 2,
    isProvisional: longestFlagged === 1,
  };
}

/**
 * The severity that `checkTable` would return, with "normal" for inconclusive. It is faster, since a cheap
 * test rules out most windows.
 */
export function worstSeverity(table: ShareTable, settings: ShareSettings): WindowFigures["severity"] {
  const view = new WindowView(table, settings.hasTraffic);
  const limits = effectLimits(table.kind, settings.threshold, 0);
  let worst: WindowFigures["severity"] = "normal";
  for (const length of lengthsWithRows(view, settings)) {
    if (windowZ(view) < warningZ) continue;
    const effect = view.effect();
    if (effect < limits.warning) continue;
    const { severity } = checkWindow(view, length, effect, settings);
    if (rank[severity] > rank[worst]) worst = severity;
  }
  return worst;
}

/** Yields the lengths of the windows that have enough rows. The view is set to each in turn. */
function* lengthsWithRows(view: WindowView, { checkBackDays }: ShareSettings): Generator<number> {
  const { table } = view;
  for (const length of windowLengths(checkBackDays)) {
    if (length > table.days) continue;
    view.look(table.days - length, length, fewestReferenceRows);
    if (view.baseline.rows < fewestReferenceRows) return;
    if (view.window.rows >= fewestWindowRows[table.kind]) yield length;
  }
}

/** The effects, in 0–1, from which a window is a warning or alert. An unknown `baselineVariation` is 0. */
export function effectLimits(
  kind: ShareTable["kind"],
  threshold: number,
  baselineVariation: number,
): { warning: number; alert: number } {
  const usual = timesBaselineVariation * baselineVariation;
  return { warning: Math.max(warningPart[kind] * threshold, usual), alert: Math.max(threshold, usual) };
}

/** The largest past change U for windows of `length` days. */
export function baselineVariationOf(
  table: ShareTable,
  length: number,
  { checkBackDays, hasTraffic }: ShareSettings,
  tableAsOf?: ShareSettings["tableAsOf"],
): number | null {
  const known = pastLengths(length, checkBackDays).flatMap(
    (k) => largestBaselineEffect(table, k, hasTraffic, tableAsOf) ?? [],
  );
  return known.length === 0 ? null : Math.max(...known);
}

/**
 * A warning on the last `length` days that another rule decided, with this table's figures; null if added rows explain it.
 */
export function warningOn(table: ShareTable, length: number, settings: ShareSettings): CheckedTable | null {
  const view = new WindowView(table, settings.hasTraffic).look(
    table.days - length,
    length,
    fewestReferenceRows,
  );
  if (view.sustainedEffect(settings.threshold).addedCell !== null) return null;
  const window = { ...quietWindow(view, length, view.effect()), severity: "warning" as const };
  return {
    severity: "warning",
    window: asStreak(table, window, effectLimits(table.kind, settings.threshold, 0).warning),
    isBackOnLastDay: false,
    isProvisional: length === 1,
  };
}

/** The figures of a window that isn't a finding. */
function quietWindow(view: WindowView, length: number, effect: number): WindowFigures {
  const { table } = view;
  const start = table.days - length;
  view.look(start, length, fewestReferenceRows);
  const { jump } = largestChangePoint(table, start);
  return {
    severity: "normal",
    start,
    length,
    decidedBy: length,
    effect,
    z: windowZ(view),
    jump,
    baselineVariation: null,
    sustained: effect,
    addedCell: null,
  };
}

function checkWindow(
  view: WindowView,
  length: number,
  effect: number,
  settings: ShareSettings,
): WindowFigures {
  const { table } = view;
  const quiet = quietWindow(view, length, effect);
  const { z, jump } = quiet;
  const isBreak = jump >= jumpPart * effect;
  // The row shows the plain effect, which can be checked by hand. Bursts can only remove a finding.
  const { effect: sustained, addedCell } = view.sustainedEffect(settings.threshold);
  const severityAt = (past: number | null): WindowFigures["severity"] => {
    const limits = effectLimits(table.kind, settings.threshold, past ?? 0);
    if (!isBreak) return "normal";
    if (z >= alertZ && sustained >= limits.alert) return "alert";
    return z >= warningZ && sustained >= limits.warning ? "warning" : "normal";
  };
  let baselineVariation = baselineVariationOf(table, length, settings);
  if (settings.tableAsOf && severityAt(baselineVariation) !== "normal")
    baselineVariation = larger(
      baselineVariation,
      baselineVariationOf(table, length, settings, settings.tableAsOf),
    );
  return { ...quiet, baselineVariation, sustained, addedCell, severity: severityAt(baselineVariation) };
}

/** The window from the first bad day on. `z` and what past changes were compared with stay those of the days that decided. */
function asStreak(table: ShareTable, decisive: WindowFigures, limit: number): WindowFigures {
  const start = firstDayOfStreak(table, decisive, limit);
  if (start === decisive.start) return decisive;
  const [window, baseline] = [newPool(table.cells), newPool(table.cells)];
  poolDays(table, start, table.days, window);
  poolDays(table, 0, baselineEnd(table, start), baseline);
  return { ...decisive, start, length: table.days - start, effect: plainEffect(table, window, baseline) };
}

/** The end of the days that a window from `start` on is compared with. */
export const baselineEnd = ({ split }: ShareTable, start: number): number => Math.min(split, start);

const larger = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

const rank = { alert: 2, warning: 1, normal: 0 };

const isNamedBefore = (a: WindowFigures, b: WindowFigures): boolean =>
  rank[a.severity] > rank[b.severity] || (a.severity === b.severity && a.effect > b.effect);
