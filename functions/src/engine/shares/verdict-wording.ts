import type { Day } from "../model.js";
import { newPool, poolDays } from "./pool.js";
import { effectLimits, warningZ, type Stretch } from "./judge-table.js";
import type { LabelledTable } from "./property-tables.js";
import type { ShareTable, TableKind } from "./share-table.js";
import { inLastDays, percentNumber, percentText, shortDate, theDaysBefore } from "./wording.js";

const mostMoves = 3;
const smallestMove = 0.02;

/** "'pro' 27 → 3%, 'free' 60 → 84%": the cells that moved most between the baseline and the stretch. */
export function movesText({ table, inSentence }: LabelledTable, stretch: Stretch): string {
  const now = poolDays(table, stretch.start, table.days, newPool(table.cells));
  const before = poolDays(table, 0, table.split, newPool(table.cells));
  return Array.from({ length: table.cells }, (_, cell) => ({
    cell,
    from: before.cells[cell]! / before.rows,
    to: now.cells[cell]! / now.rows,
  }))
    .sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from))
    .filter(({ from, to }, place) => place === 0 || Math.abs(to - from) >= smallestMove)
    .slice(0, mostMoves)
    .map(({ cell, from, to }) => `${inSentence(cell)} ${percentNumber(from)} → ${percentText(to)}`)
    .join(", ");
}

/** "in the 4 weeks before it never moved more than 9%", of a finding. */
export function ownPastText(table: ShareTable, stretch: Stretch): string {
  const past = theDaysBefore(table.split);
  const largest = stretch.ownPast;
  if (largest === null) return `${past} cannot tell how much it moves by itself`;
  const verb = table.kind === "nulls" ? "rose" : "moved";
  return largest < 0.0005
    ? `in ${past} it never ${verb} by itself`
    : `in ${past} it never ${verb} more than ${percentText(largest)}`;
}

/**
 * Why a stretch that was judged is no finding.
 * @param inSentence what a cell is called
 */
export function whyNormal(
  table: ShareTable,
  stretch: Stretch,
  threshold: number,
  units: string,
  inSentence: (cell: number) => string = String,
): string {
  const { warning } = effectLimits(table.kind, threshold, 0);
  if (stretch.effect < warning)
    return table.kind === "nulls"
      ? `a warning starts where ${percentText(warning)} of the values are lost`
      : `a warning starts at ${percentText(warning)}`;
  if (
    stretch.ownPast !== null &&
    stretch.effect < effectLimits(table.kind, threshold, stretch.ownPast).warning
  ) {
    return `by itself it moved up to ${percentText(stretch.ownPast)} in ${theDaysBefore(table.split)}`;
  }
  if (stretch.z < warningZ)
    return `so few ${units} can differ that much by chance (z ${stretch.z.toFixed(1)}, a warning needs ${warningZ})`;
  if (stretch.lasting < effectLimits(table.kind, threshold, stretch.ownPast ?? 0).warning) {
    const beside =
      stretch.addedCell === null
        ? "beside a burst of traffic"
        : `${inSentence(stretch.addedCell)} came on top of about as many other ${units} as usual, where`;
    return `${beside} only ${percentText(stretch.lasting)} moved`;
  }
  if (table.kind === "forms") return "a shift of forms counts from the threshold on";
  return "it came as a slow drift, without a break";
}

/** Of a finding over several days. */
export const backText = " The last day was as before.";

/** Why a table could not be judged at all. */
export function tooFewText(kind: TableKind, units: string, checkBackDays: number): string {
  const what = kind === "nulls" ? `${units}` : `${units} with a value`;
  return `too few ${units}: it takes 100 ${what} in the baseline and ${kind === "nulls" ? 30 : 50} in the tested ${checkBackDays} days.`;
}

/** "in the last 3 days (since Oct 12: …)", "on the last day (Oct 14: …)". */
export const stretchText = (stretch: Stretch, firstBadDay: Day, details: string): string =>
  `${inLastDays(stretch.length)} (${stretch.length === 1 ? "" : "since "}${shortDate(firstBadDay)}: ${details})`;
