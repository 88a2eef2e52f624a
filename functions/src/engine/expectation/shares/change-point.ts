import { sum } from "../../stats/moments.js";
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

/** Days with fewer rows can't tell whether they are bad. */
const fewestRowsOfDay = 10;
/** A streak may begin no earlier than this, so that there is something to compare it with. */
const fewestDaysBefore = 7;
const badPart = 0.5;

/**
 * Finds the first day of the streak that a window shows. A day is bad if it differs from the baseline the same way as the
 * window, by half as much or by the warning limit, whichever is less. The streak begins where the window's days
 * turn bad, or before, with the neighboring days that are bad too. Days with few rows are skipped.
 * @param window the days that decided; they end with the table
 * @param limit the effect of a warning, 0–1
 */
export function firstDayOfStreak(
  table: ShareTable,
  { start, effect }: { start: number; effect: number },
  limit: number,
): number {
  const [baseline, window, one] = [newPool(table.cells), newPool(table.cells), newPool(table.cells)];
  poolDays(table, 0, Math.min(start, table.split), baseline);
  poolDays(table, start, table.days, window);
  const move = Array.from(
    { length: table.cells },
    (_, cell) => window.cells[cell]! / window.rows - baseline.cells[cell]! / baseline.rows,
  );
  const length = sum(move.map((part) => part * part));
  const least = Math.min(badPart, limit / effect);
  /** How far a day moved along the window's way, relative to the window, beyond what makes it bad; null if unknown. */
  const beyondLimit = (day: number): number | null => {
    poolDays(table, day, day + 1, one);
    if (one.rows < fewestRowsOfDay || length === 0) return null;
    const along = move.map(
      (part, cell) => part * (one.cells[cell]! / one.rows - baseline.cells[cell]! / baseline.rows),
    );
    return sum(along) / length - least;
  };
  let [first, largest, total] = [start, -Infinity, 0];
  for (let day = table.days - 1; day >= start; day--) {
    total += beyondLimit(day) ?? 0;
    if (total < largest || beyondLimit(day) === null) continue;
    [first, largest] = [day, total];
  }
  for (let day = first - 1; day >= fewestDaysBefore; day--) {
    const beyond = beyondLimit(day);
    if (beyond === null) continue;
    if (beyond < 0) break;
    first = day;
  }
  return first;
}
