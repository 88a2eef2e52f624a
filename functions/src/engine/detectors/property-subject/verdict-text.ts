import type { Day } from "../../../common/days.js";
import { newPool, poolDays } from "../../expectation/shares/pool.js";
import {
  baselineEnd,
  type CheckedTable,
  effectLimits,
  fewestReferenceRows,
  warningZ,
  type WindowFigures,
} from "../../expectation/shares/check-table.js";
import { plainEffect } from "../../expectation/shares/effect.js";
import { WindowView } from "../../expectation/shares/window.js";
import type { LabelledTable } from "../../series/property-tables.js";
import type { ShareTable, TableKind } from "../../series/share-table.js";
import { caseChange, caseChangeText } from "../../../contract/findings/case-change.js";
import { dayRange } from "../../../contract/findings/days.js";
import { inLastDays, shareText, shortDate, theDaysBefore } from "../../text/figures.js";

const mostMoves = 3;
const smallestMove = 0.02;

/** "'pro' 27% → 3%, 'free' 60% → 84%": the cells that changed most between the baseline and the window. */
export function movesText({ table, inSentence }: LabelledTable, window: WindowFigures): string {
  const now = poolDays(table, window.start, table.days, newPool(table.cells));
  const before = poolDays(table, 0, baselineEnd(table, window.start), newPool(table.cells));
  const moves = Array.from({ length: table.cells }, (_, cell) => ({
    label: inSentence(cell),
    from: before.cells[cell]! / before.rows,
    to: now.cells[cell]! / now.rows,
  }))
    .sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from))
    .filter(({ from, to }, place) => place === 0 || Math.abs(to - from) >= smallestMove)
    .slice(0, mostMoves)
    .map((move) => ({ ...move, change: move.to - move.from }));
  const shown = caseChange(moves);
  return `${(shown ?? moves)
    .map(({ label, from, to }) => `${label} ${shareText(from)} → ${shareText(to)}`)
    .join(", ")}${shown ? caseChangeText : ""}`;
}

/**
 * "the 4 weeks before" or "the 4 weeks before, apart from Nov 3–5": the days that a table's window is compared with.
 * @param dayOf the project day of a day of the table
 */
export const theBaseline = (table: ShareTable, dayOf: (day: number) => Day): string =>
  `${theDaysBefore(table.split)}${apartFromText(table, dayOf)}`;

/** ", apart from Nov 3–5": the days that are left out; empty if there are none. */
export const apartFromText = ({ leftOut }: ShareTable, dayOf: (day: number) => Day): string =>
  leftOut ? `, apart from ${dayRange(dayOf(leftOut.from), dayOf(leftOut.end - 1))}` : "";

/** "It was stable for the previous 4 weeks." or "Largest change in the previous 4 weeks: 9%." */
export function baselineVariationText(
  table: ShareTable,
  { baselineVariation }: WindowFigures,
  dayOf: (day: number) => Day,
): string {
  const days = theBaseline(table, dayOf).replace(/^the (.*) before/, "$1");
  if (baselineVariation === null) return "The baseline is too short to tell how much it usually changes.";
  return baselineVariation < 0.0005
    ? `It was stable for the previous ${days}.`
    : `Largest change in the previous ${days}: ${shareText(baselineVariation)}.`;
}

/**
 * Explains why a checked window isn't a finding.
 * @param dayOf the project day of a day of the table
 * @param inSentence the name of a cell within a sentence
 */
export function whyNormal(
  table: ShareTable,
  window: WindowFigures,
  threshold: number,
  units: string,
  dayOf: (day: number) => Day,
  inSentence: (cell: number) => string = String,
): string {
  const { warning } = effectLimits(table.kind, threshold, 0);
  const condition = window.effect < warning ? whatIsLeft(table, window, warning, units, dayOf) : null;
  if (condition) return condition;
  if (window.effect < warning)
    return table.kind === "nulls"
      ? `a warning needs ${shareText(warning)} of the values missing`
      : `a warning needs ${shareText(warning)}`;
  if (
    window.baselineVariation !== null &&
    window.effect < effectLimits(table.kind, threshold, window.baselineVariation).warning
  ) {
    return `it changed by up to ${shareText(window.baselineVariation)} in ${theBaseline(table, dayOf)}`;
  }
  if (window.z < warningZ)
    return `so few ${units} can differ that much by chance (z ${window.z.toFixed(1)}, a warning needs ${warningZ})`;
  if (window.sustained < effectLimits(table.kind, threshold, window.baselineVariation ?? 0).warning) {
    const beside =
      window.addedCell === null
        ? "without a burst of traffic"
        : `without the extra ${units} of ${inSentence(window.addedCell)}`;
    return `${beside} it shifted by only ${shareText(window.sustained)}`;
  }
  if (table.kind === "forms") return "a change in format counts only if it reaches the threshold";
  return "it changed slowly, not from one day to the next";
}

/**
 * What makes a difference that looks like a warning less than one: "without Nov 12 only 3% of the values are missing"; null
 * if it doesn't look like one.
 */
function whatIsLeft(
  table: ShareTable,
  { start, length }: WindowFigures,
  warning: number,
  units: string,
  dayOf: (day: number) => Day,
): string | null {
  const view = new WindowView(table, units === "events").look(start, length, fewestReferenceRows);
  if (plainEffect(table, view.window, view.baseline) < warning) return null;
  const condition = view.decidingCondition();
  if (!condition) return null;
  const left = shareText(Math.max(0, condition.effect));
  const rest =
    table.kind === "nulls" ? `only ${left} of the values are missing` : `it shifted by only ${left}`;
  switch (condition.kind) {
    case "day":
      return `without ${shortDate(dayOf(condition.day))} ${rest}`;
    case "weekdays":
      return `compared with the same weekdays before, ${rest}`;
    case "week-before":
      return `compared with the week before, ${rest}`;
    case "traffic":
      return `beside the extra ${units} of these days, ${rest}`;
  }
}

/** Added to a finding: on which days the change was clear, if not on all, and whether it is over. */
export function streakText({ window, isBackOnLastDay }: CheckedTable): string {
  const decided = window.decidedBy === window.length ? "" : ` Clear ${inLastDays(window.decidedBy)}.`;
  return `${decided}${isBackOnLastDay ? " The last day was back to normal." : ""}`;
}

/** Added to findings on properties that end on purpose. */
export const campaignText = " Campaigns and experiments end on purpose: at most a warning.";

/** Explains why a table couldn't be checked at all. */
export function tooFewText(kind: TableKind, units: string, checkBackDays: number): string {
  const what = kind === "nulls" ? `${units}` : `${units} with a value`;
  return `too few ${units}: at least 100 ${what} in the baseline and ${kind === "nulls" ? 30 : 50} in the ${checkBackDays} tested days are needed.`;
}

/** "in the last 3 days (since Oct 12)", "on the last day (Oct 14)". */
export const windowText = (window: WindowFigures, firstBadDay: Day): string =>
  `${inLastDays(window.length)} (${window.length === 1 ? "" : "since "}${shortDate(firstBadDay)})`;
