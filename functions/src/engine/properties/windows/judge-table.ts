import { largestBaselineEffect } from "./baseline-variation.js";
import { largestChangePoint, changeDayAwayFromBaseline } from "./change-point.js";
import type { ShareTable } from "../tables/share-table.js";
import { windowLengths, WindowView } from "./window.js";
import { windowZ } from "./z-score.js";

export const warningZ = 5;
export const alertZ = 6;
/** A change must be this many times the largest one the property made by itself. */
const timesBaselineVariation = 1.5;
/** A break must be this part of the effect, else it is a drift. */
const jumpPart = 0.6;
const fewestReferenceRows = 100;
/** Nulls rise from a steadier floor than a mix of values, so a smaller rise is already odd. */
const warningPart = { nulls: 1 / 3, values: 1 / 2, forms: 1 / 2 };
const fewestWindowRows = { nulls: 30, values: 50, forms: 50 };

export type ShareSettings = {
  checkBackDays: number;
  /** T as a share, 0–1. */
  threshold: number;
  /** Units are rows of an event, of which a burst of traffic brings more; false for user profiles. */
  hasTraffic: boolean;
  /**
   * The table as it would have been made when a window of the baseline was the newest one, where its cells depend on
   * that: by the window's first day and the day after its last one.
   */
  tableAsOf?: (start: number, end: number) => ShareTable;
};

/** One window, all shares in 0–1. The days are the table's. */
export type WindowFigures = {
  start: number;
  length: number;
  effect: number;
  z: number;
  /** Largest effect by itself in the baseline; null where the effect is too small to ask, or the baseline too short. */
  baselineVariation: number | null;
  /** Effect beside bursts of traffic, which may only take a finding away. */
  sustained: number;
  /** The cell whose additional rows explain the effect. */
  addedCell: number | null;
  jump: number;
  /** Of a finding the day of the largest jump away from the baseline, else that of the largest jump. */
  changeDay: number;
  severity: "alert" | "warning" | "normal";
};

/** `window` is the one a row names; null where none had rows enough. */
export type TableVerdict = { severity: "inconclusive"; window: null } | JudgedTable;

/** Inconclusive with a window: the property changes this much by itself. */
export type JudgedTable = {
  severity: "alert" | "warning" | "normal" | "inconclusive";
  window: WindowFigures;
  /** The newest day alone is as before, though a longer window is a finding. */
  isBackOnLastDay: boolean;
  /** No flagged window is longer than the newest day: late data may still take it away. */
  isProvisional: boolean;
};

/** The verdict of one table over all its windows; it names the most severe one, then that of the largest effect. */
export function judgeTable(table: ShareTable, settings: ShareSettings): TableVerdict {
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
    const window = judgeWindow(view, length, effect, settings);
    if (window.severity !== "normal") longestFlagged = length;
    if (!named || isNamedBefore(window, named)) named = window;
  }
  // Any window with a larger effect is named before the quiet ones, of which only one is ever looked at further.
  if (!named && largestQuiet) named = quietWindow(view, largestQuiet.length, largestQuiet.effect);
  if (!named) return { severity: "inconclusive", window: null };
  const isRestless =
    named.severity === "normal" && timesBaselineVariation * (named.baselineVariation ?? 0) >= 1;
  return {
    severity: isRestless ? "inconclusive" : named.severity,
    window: named,
    isBackOnLastDay: named.severity !== "normal" && newestEffect < limits.warning / 2,
    isProvisional: longestFlagged === 1,
  };
}

/** The severity of the verdict of `judgeTable`, as far as it is a finding: most windows are ruled out by less work. */
export function worstSeverity(table: ShareTable, settings: ShareSettings): WindowFigures["severity"] {
  const view = new WindowView(table, settings.hasTraffic);
  const limits = effectLimits(table.kind, settings.threshold, 0);
  let worst: WindowFigures["severity"] = "normal";
  for (const length of lengthsWithRows(view, settings)) {
    if (windowZ(view) < warningZ) continue;
    const effect = view.effect();
    if (effect < limits.warning) continue;
    const { severity } = judgeWindow(view, length, effect, settings);
    if (rank[severity] > rank[worst]) worst = severity;
  }
  return worst;
}

/** The windows that have rows enough, by their lengths; the view looks at each in turn. */
function* lengthsWithRows(view: WindowView, { checkBackDays }: ShareSettings): Generator<number> {
  const { table } = view;
  for (const length of windowLengths(checkBackDays)) {
    if (length > table.days) continue;
    view.look(table.days - length, length, fewestReferenceRows);
    if (view.baseline.rows < fewestReferenceRows) return;
    if (view.window.rows >= fewestWindowRows[table.kind]) yield length;
  }
}

/** The effects from which a window is a warning and an alert, shares in 0–1; `baselineVariation` 0 where unknown. */
export function effectLimits(
  kind: ShareTable["kind"],
  threshold: number,
  baselineVariation: number,
): { warning: number; alert: number } {
  const usual = timesBaselineVariation * baselineVariation;
  return { warning: Math.max(warningPart[kind] * threshold, usual), alert: Math.max(threshold, usual) };
}

/** U of windows of `length` days; above two weeks hardly any fits the baseline, so the shorter ones count too. */
export function baselineVariationOf(
  table: ShareTable,
  length: number,
  { checkBackDays, hasTraffic }: ShareSettings,
  tableAsOf?: ShareSettings["tableAsOf"],
): number | null {
  const lengths = length > 14 ? windowLengths(checkBackDays).filter((k) => k <= length) : [length];
  const known = lengths.flatMap((k) => largestBaselineEffect(table, k, hasTraffic, tableAsOf) ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

/** A window whose effect is too small for a finding. */
function quietWindow(view: WindowView, length: number, effect: number): WindowFigures {
  const { table } = view;
  const start = table.days - length;
  view.look(start, length, fewestReferenceRows);
  const { jump, day: changeDay } = largestChangePoint(table, start);
  return {
    severity: "normal",
    start,
    length,
    effect,
    z: windowZ(view),
    jump,
    changeDay,
    baselineVariation: null,
    sustained: effect,
    addedCell: null,
  };
}

function judgeWindow(
  view: WindowView,
  length: number,
  effect: number,
  settings: ShareSettings,
): WindowFigures {
  const { table } = view;
  const quiet = quietWindow(view, length, effect);
  const { start, z, jump, changeDay } = quiet;
  const isBreak = jump >= jumpPart * effect;
  // The row keeps the plain effect, which can be checked by hand; bursts may only take a finding away.
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
  const severity = severityAt(baselineVariation);
  const firstDay = severity === "normal" ? changeDay : changeDayAwayFromBaseline(table, start);
  return { ...quiet, changeDay: firstDay, baselineVariation, sustained, addedCell, severity };
}

const larger = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

const rank = { alert: 2, warning: 1, normal: 0 };

const isNamedBefore = (a: WindowFigures, b: WindowFigures): boolean =>
  rank[a.severity] > rank[b.severity] || (a.severity === b.severity && a.effect > b.effect);
