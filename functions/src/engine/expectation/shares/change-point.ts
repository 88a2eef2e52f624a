import { plainEffect } from "./effect.js";
import { newPool, poolDays } from "./pool.js";
import type { ShareTable } from "../../series/share-table.js";

const daysOnEitherSide = 3;

let scratch = [newPool(0), newPool(0)] as const;

/** Pools for at least that many cells. They are reused because this runs for every window of every table. */
function scratchPools(cells: number): typeof scratch {
  if (scratch[0].cells.length < cells) scratch = [newPool(cells), newPool(cells)];
  return scratch;
}

/**
 * Finds the largest difference between the 3 days before a day and the up to 3 days from it on, over all days
 * from the one before the window to the last. If it is close to the window's effect, the change is a break,
 * not a drift.
 * @param start first day of the window, which ends with the table
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
 * Finds the day of the largest break that leads away from the baseline. The break that leads back once the
 * problem is over may be just as large.
 * @param start first day of the window
 * @returns the day before the window if no break leads away
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
