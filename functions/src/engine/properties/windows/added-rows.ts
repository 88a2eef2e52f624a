import { logCount } from "../../stats/moments.js";
import { median } from "../../stats/robust.js";
import { mixEffect } from "./effect.js";
import type { Pool } from "./pool.js";
import { cellRows, type ShareTable } from "../tables/share-table.js";

/** The rows of one value that may have come on top of all others, as those of a bot or of an advertisement do. */
export type AddedRows = {
  /** The cell that grew most. */
  cell: number;
  /** Effect that stays when its rows are left out: the share of the former rows that moved among the other values. */
  effectBeside: number;
  /** They came on top rather than instead of others; false when that is only possible. */
  isLikely: boolean;
};

/** Logarithm of the odds up to which rows that probably came instead of others may still have come on top. */
const stillPossible = 3;
const smallestNoise = 0.05;

/**
 * Whether a window has more rows of one value beside as many of all others as usual, or as many rows as usual of
 * which one value took over a part. With g the growth of all rows a day and h that of the rows of other values,
 * both off by the usual noise s of a day's rows: ln odds = (ln²g − ln²h)/(2s²). Null where rows were replaced.
 * @param reference the window's own weekdays, whose traffic is alike on ordinary days
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
 * Usual error of the logarithm of a window's rows: 1.4826 × the median of |ln((n+½)/(m+½))| over the baseline's days,
 * m the mean of the others on the same weekday; less for several days, as for counts.
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
