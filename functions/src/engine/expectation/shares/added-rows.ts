import { logCount } from "../../stats/moments.js";
import { median } from "../../stats/robust.js";
import { mixEffect } from "./effect.js";
import type { Pool } from "./pool.js";
import { cellRows, type ShareTable } from "../../series/share-table.js";

/**
 * Rows of one value that may have been added to the usual ones, such as those from a bot or an advertisement.
 */
export type AddedRows = {
  /** The cell that grew most. */
  cell: number;
  /**
   * The effect without the cell's rows: the share of the reference's rows that moved among the other values.
   */
  effectBeside: number;
  /** True if the rows were probably added, false if they probably replaced others but may have been added. */
  isLikely: boolean;
};

/** Down to ln odds of −3, rows that probably replaced others may still have been added. */
const stillPossible = 3;
const smallestNoise = 0.05;

/**
 * Decides whether rows of one value were added to the usual number of other rows, or replaced some of them.
 * With g the growth of all rows per day, h the growth of the rows of all other values, and s the normal
 * variation of a day's rows: ln odds = (ln²g − ln²h)/(2s²).
 * @param reference the same weekdays as the window, whose traffic is normally alike
 * @returns null if rows were replaced
 */
export function addedRows(table: ShareTable, window: Pool, reference: Pool): AddedRows | null {
  const cell = mostGrown(window, reference);
  const now = window.rows - window.cells[cell]!;
  const before = reference.rows - reference.cells[cell]!;
  if (!(now > 0 && before > 0)) return null;
  const growth = Math.log(perDay(window.rows, window) / perDay(reference.rows, reference));
  const growthOfOthers = Math.log(perDay(now, window) / perDay(before, reference));
  const logOdds = (growth ** 2 - growthOfOthers ** 2) / (2 * trafficNoise(table, window.days) ** 2);
  const isLikely = logOdds >= 0;
  if (!isLikely && !(growth > 0 && logOdds >= -stillPossible)) return null;
  const effectBeside = (before / reference.rows) * mixEffect(table, window, reference, cell);
  return { cell, effectBeside, isLikely };
}

const perDay = (rows: number, { days }: Pool): number => rows / days;

function mostGrown(window: Pool, reference: Pool): number {
  let most = 0;
  let largest = -Infinity;
  window.cells.forEach((rows, cell) => {
    const growth = perDay(rows, window) - perDay(reference.cells[cell]!, reference);
    if (growth > largest) [most, largest] = [cell, growth];
  });
  return most;
}

/**
 * Normal variation of the logarithm of a window's rows: 1.4826 × the median of |ln((n+½)/(m+½))| over the
 * baseline's days, where n is a day's rows and m the mean of the other days with the same weekday. It is
 * smaller for windows of several days, by the same factor as for counts.
 */
function trafficNoise(table: ShareTable, days: number): number {
  const rows = Array.from({ length: table.split }, (_, day) => {
    let total = 0;
    for (let cell = 0; cell < table.cells; cell++) total += cellRows(table, day, cell);
    return total;
  });
  const errors: number[] = [];
  for (const [day, count] of rows.entries()) {
    let others = 0;
    let sum = 0;
    for (let other = day % 7; other < rows.length; other += 7) {
      if (other === day) continue;
      others++;
      sum += rows[other]!;
    }
    if (others > 0) errors.push(Math.abs(logCount(count) - logCount(sum / others)));
  }
  const noise = errors.length === 0 ? 0 : 1.4826 * median(errors);
  return Math.max(smallestNoise, noise) * Math.sqrt(Math.max(0.5, days ** -0.35));
}
