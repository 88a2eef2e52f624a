import type { AggregateReader } from "../../aggregates/model.js";
import { mean } from "../stats/moments.js";
import { rowsOn } from "./value-rows.js";

/** Copies among an event's rows on some days, beside those of its base. */
export type CopiedEvents = {
  rows: number;
  copies: number;
  /** Copies of all rows, 0–1: on these days, and in the base. */
  share: number;
  usual: number;
  /** The copies that were sent beside the real rows, D. */
  sent: number;
  /** How clearly the share is above what it would be without them. */
  z: number;
};

const minBaseDays = 7;
const minBaseRows = 100;
/** Days with fewer rows don't tell how much a share varies. */
const minDayRows = 20;
/** About the standard error of a day's share that is estimated from a sample. */
const minSpread = 0.01;
export const minCopiesZ = 4;
const mostUsual = 0.98;

/**
 * Compares the copies on some days with those of a base; null if copies aren't known, or the base has fewer than 7
 * days with rows. This folder's README has the formulas.
 * @param base indexes into the aggregates' days, like those of the days
 */
export function copiesBeside(
  aggregates: AggregateReader,
  event: string,
  base: readonly number[],
): (days: readonly number[]) => CopiedEvents | null {
  const copiesByDay = aggregates.copies?.(event);
  if (!copiesByDay) return () => null;
  const rowsByDay = aggregates.rows(event);
  const filled = base.filter((day) => rowsByDay[day]! > 0);
  const baseRows = rowsOn(rowsByDay, filled);
  if (filled.length < minBaseDays || baseRows < minBaseRows) return () => null;
  const baseCopies = rowsOn(copiesByDay, filled);
  const usual = baseCopies / baseRows;
  const telling = filled
    .filter((day) => rowsByDay[day]! >= minDayRows)
    .map((day) => ({ rows: rowsByDay[day]!, share: copiesByDay[day]! / rowsByDay[day]! }));
  const slope = perRow(telling, usual);
  const daily =
    telling.reduce((sum, day) => sum + (day.share - usual) ** 2, 0) / Math.max(1, telling.length - 1);
  const chance = (baseCopies + 0.5) / (baseRows + 1);
  return (days) => {
    const rows = rowsOn(rowsByDay, days);
    if (rows === 0) return null;
    const copies = rowsOn(copiesByDay, days);
    const share = copies / rows;
    const growth = rows / days.length - baseRows / filled.length;
    const without = Math.min(mostUsual, usual + Math.max(0, growth) * slope);
    const variance = daily + (chance * (1 - chance)) / rows + minSpread ** 2;
    return {
      rows,
      copies,
      share,
      usual,
      sent: Math.max(0, (rows * (share - without)) / (1 - without)),
      z: (share - without) / Math.sqrt(variance),
    };
  };
}

/**
 * By how much the share of copies grows with each row of a day. Where a server is the only user it grows in proportion, since
 * more of its rows share a second; where users' rows come in groups it doesn't. The base's days tell, by regression; the
 * result is two standard errors above its slope, and proportional at most.
 */
function perRow(days: readonly { rows: number; share: number }[], usual: number): number {
  const meanRows = mean(days.map(({ rows }) => rows));
  if (days.length < minBaseDays) return days.length === 0 ? 0 : usual / meanRows;
  const meanShare = mean(days.map(({ share }) => share));
  let squares = 0;
  let products = 0;
  for (const day of days) {
    squares += (day.rows - meanRows) ** 2;
    products += (day.rows - meanRows) * (day.share - meanShare);
  }
  const slope = squares === 0 ? 0 : products / squares;
  const rest = days.reduce(
    (sum, day) => sum + (day.share - meanShare - slope * (day.rows - meanRows)) ** 2,
    0,
  );
  const error = squares === 0 ? Infinity : Math.sqrt(rest / (days.length - 2) / squares);
  return Math.min(usual / meanRows, Math.max(0, slope + 2 * error));
}
