import { plainEffect } from "./effect.js";
import { newPool, poolDays } from "./pool.js";
import type { ShareTable } from "../tables/share-table.js";

const daysOnEitherSide = 3;

let scratch = [newPool(0), newPool(0)] as const;

/** Pools for at least so many cells; the same ones every time, since this is asked for every window of every table. */
function scratchPools(cells: number): typeof scratch {
  if (scratch[0].cells.length < cells) scratch = [newPool(cells), newPool(cells)];
  return scratch;
}

/**
 * The largest break between the 3 days before a day and the up to 3 days from it, over the days from the
 * window's eve to the last one; the window is a break and not the end of a drift when this is near its effect.
 * @param start first day of the window, which reaches the last day of the table
 */
export function largestChangePoint(table: ShareTable, start: number): { jump: number; day: number } {
  const [before, after] = scratchPools(table.cells);
  let largest = { jump: 0, day: start };
  for (let day = Math.max(1, start - 1); day < table.days; day++) {
    poolDays(table, Math.max(0, day - daysOnEitherSide), day, before);
    poolDays(table, day, Math.min(table.days, day + daysOnEitherSide), after);
    const jump = plainEffect(table, after, before);
    if (jump > largest.jump) largest = { jump, day };
  }
  return largest;
}

/**
 * The day of the largest break that leads away from the baseline. The one that leads back, once the problem is over,
 * may be as large.
 * @param start first day of the window; its eve when nothing leads away
 */
export function changeDayAwayFromBaseline(table: ShareTable, start: number): number {
  const [baseline, before, after] = [newPool(table.cells), newPool(table.cells), newPool(table.cells)];
  poolDays(table, 0, Math.min(start, table.split), baseline);
  let largest = { jump: 0, day: Math.max(1, start - 1) };
  for (let day = Math.max(1, start - 1); day < table.days; day++) {
    poolDays(table, Math.max(0, day - daysOnEitherSide), day, before);
    poolDays(table, day, Math.min(table.days, day + daysOnEitherSide), after);
    const jump = plainEffect(table, after, before);
    const leadsAway = plainEffect(table, after, baseline) > plainEffect(table, before, baseline);
    if (leadsAway && jump > largest.jump) largest = { jump, day };
  }
  return largest.day;
}
