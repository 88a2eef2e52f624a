import { largestPastEffect } from "./own-past.js";
import { largestStep, onsetDay } from "./step.js";
import type { ShareTable } from "./share-table.js";
import { stretchesOf, StretchView } from "./stretch.js";
import { stretchZ } from "./z-score.js";

export const warningZ = 5;
export const alertZ = 6;
/** A change must be this many times the largest one the property made by itself. */
const timesOwnPast = 1.5;
/** A break must be this part of the effect, else it is a drift. */
const stepPart = 0.6;
const fewestReferenceRows = 100;
/** Nulls rise from a steadier floor than a mix of values, so a smaller rise is already odd. */
const warningPart = { nulls: 1 / 3, values: 1 / 2, forms: 1 / 2 };
const fewestStretchRows = { nulls: 30, values: 50, forms: 50 };

export type ShareSettings = {
  checkBackDays: number;
  /** T as a share, 0–1. */
  threshold: number;
  /** Units are rows of an event, of which a burst of traffic brings more; false for user profiles. */
  hasTraffic: boolean;
  /**
   * The table as it would have been made when a stretch of the baseline was the newest one, where its cells depend on
   * that: by the stretch's first day and the day after its last one.
   */
  tableAsOf?: (start: number, end: number) => ShareTable;
};

/** One stretch, all shares in 0–1. The days are the table's. */
export type Stretch = {
  start: number;
  length: number;
  effect: number;
  z: number;
  /** Largest effect by itself in the baseline; null where the effect is too small to ask, or the baseline to tell. */
  ownPast: number | null;
  /** Effect beside bursts of traffic, which may only take a finding away. */
  lasting: number;
  /** The cell whose additional rows explain the effect. */
  addedCell: number | null;
  step: number;
  /** Of a finding the day of the largest step away from the baseline, else that of the largest step. */
  stepDay: number;
  severity: "alert" | "warning" | "normal";
};

/** `stretch` is the one a row names; null where none had rows enough. */
export type TableVerdict = { severity: "inconclusive"; stretch: null } | JudgedTable;

/** Inconclusive with a stretch: the property changes this much by itself. */
export type JudgedTable = {
  severity: "alert" | "warning" | "normal" | "inconclusive";
  stretch: Stretch;
  /** The newest day alone is as before, though a longer stretch is a finding. */
  isBackOnLastDay: boolean;
  /** No flagged stretch is longer than the newest day: late data may still take it away. */
  isProvisional: boolean;
};

/** The verdict of one table over all its stretches; it names the most severe one, then that of the largest effect. */
export function judgeTable(table: ShareTable, settings: ShareSettings): TableVerdict {
  const view = new StretchView(table, settings.hasTraffic);
  let named: Stretch | null = null;
  let longestFlagged = 0;
  let newestDay: Stretch | null = null;
  for (const length of stretchesOf(settings.checkBackDays)) {
    if (length > table.days) continue;
    view.look(table.days - length, length, fewestReferenceRows);
    if (view.baseline.rows < fewestReferenceRows) break;
    if (view.stretch.rows < fewestStretchRows[table.kind]) continue;
    const stretch = judgeStretch(view, length, settings);
    if (length === 1) newestDay = stretch;
    if (stretch.severity !== "normal") longestFlagged = length;
    if (!named || isNamedBefore(stretch, named)) named = stretch;
  }
  if (!named) return { severity: "inconclusive", stretch: null };
  const isRestless = named.severity === "normal" && timesOwnPast * (named.ownPast ?? 0) >= 1;
  return {
    severity: isRestless ? "inconclusive" : named.severity,
    stretch: named,
    isBackOnLastDay:
      named.severity !== "normal" &&
      newestDay !== null &&
      newestDay.effect < effectLimits(table.kind, settings.threshold, 0).warning / 2,
    isProvisional: longestFlagged === 1,
  };
}

/** The effects from which a stretch is a warning and an alert, shares in 0–1; own past 0 where unknown. */
export function effectLimits(
  kind: ShareTable["kind"],
  threshold: number,
  ownPast: number,
): { warning: number; alert: number } {
  const usual = timesOwnPast * ownPast;
  return { warning: Math.max(warningPart[kind] * threshold, usual), alert: Math.max(threshold, usual) };
}

/** U of stretches of `length` days; above two weeks hardly any fits the baseline, so the shorter ones count too. */
export function ownPastOf(
  table: ShareTable,
  length: number,
  { checkBackDays, hasTraffic }: ShareSettings,
  tableAsOf?: ShareSettings["tableAsOf"],
): number | null {
  const lengths = length > 14 ? stretchesOf(checkBackDays).filter((k) => k <= length) : [length];
  const known = lengths.flatMap((k) => largestPastEffect(table, k, hasTraffic, tableAsOf) ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

function judgeStretch(view: StretchView, length: number, settings: ShareSettings): Stretch {
  const { table } = view;
  const start = table.days - length;
  const effect = view.effect();
  const z = stretchZ(view);
  const { step, day: stepDay } = largestStep(table, start);
  const quiet = {
    severity: "normal" as const,
    start,
    length,
    effect,
    z,
    step,
    stepDay,
    ownPast: null,
    lasting: effect,
    addedCell: null,
  };
  if (effect < effectLimits(table.kind, settings.threshold, 0).warning) return quiet;

  const isBreak = step >= stepPart * effect;
  // The row keeps the plain effect, which can be checked by hand; bursts may only take a finding away.
  const { effect: lasting, addedCell } = view.lastingEffect(settings.threshold);
  const severityAt = (past: number | null): Stretch["severity"] => {
    const limits = effectLimits(table.kind, settings.threshold, past ?? 0);
    if (!isBreak) return "normal";
    if (z >= alertZ && lasting >= limits.alert) return "alert";
    return z >= warningZ && lasting >= limits.warning ? "warning" : "normal";
  };
  let ownPast = ownPastOf(table, length, settings);
  if (settings.tableAsOf && severityAt(ownPast) !== "normal")
    ownPast = larger(ownPast, ownPastOf(table, length, settings, settings.tableAsOf));
  const severity = severityAt(ownPast);
  const firstDay = severity === "normal" ? stepDay : onsetDay(table, start);
  return { ...quiet, stepDay: firstDay, ownPast, lasting, addedCell, severity };
}

const larger = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

const rank = { alert: 2, warning: 1, normal: 0 };

const isNamedBefore = (a: Stretch, b: Stretch): boolean =>
  rank[a.severity] > rank[b.severity] || (a.severity === b.severity && a.effect > b.effect);
