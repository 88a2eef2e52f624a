import type { Pool, PooledRows } from "./pool.js";
import type { ShareTable } from "../../series/share-table.js";

/** Share of nulls, with half a row added so that it is never exactly 0 or 1. */
export const nullShare = (pool: PooledRows): number => (pool.cells[1]! + 0.5) / (pool.rows + 1);

/** The same as it is printed, as counted. */
export const countedNullShare = ({ cells, rows }: PooledRows): number => (rows === 0 ? 0 : cells[1]! / rows);

/** The part of the filled values that was lost; negative if more are filled than before. */
export const lostShare = (now: number, before: number): number =>
  before === 1 ? 0 : (now - before) / (1 - before);

/**
 * How far a window is from a reference, as a share that can be checked by hand. Nulls: the share of the
 * filled values that was lost, negative if more are filled than before. Values and forms: the share of rows
 * whose value changed, net of chance, in 0–1.
 */
export function plainEffect(table: ShareTable, window: PooledRows, reference: PooledRows): number {
  if (window.rows <= 0 || reference.rows <= 0) return 0;
  if (table.kind === "nulls") return lostShare(nullShare(window), nullShare(reference));
  return mixEffect(table, window, reference);
}

/** √(D² − A²): the share of rows whose value changed, net of chance. */
export function mixEffect(
  table: ShareTable,
  window: PooledRows,
  reference: PooledRows,
  without = -1,
): number {
  const { distance, chance } = movedShare(table, window, reference, without);
  return Math.sqrt(Math.max(0, distance * distance - chance * chance));
}

/**
 * Total variation distance D = ½Σ|q − p| between two pools of values or forms, and A, the average of D if
 * nothing changed: ½Σ√(2v/π), which sums the mean of |N(0, v)| over the cells, with each cell's
 * overdispersion in v.
 * @param without a cell to exclude from both pools, which must have rows in other cells; -1 for none
 */
export function movedShare(
  table: Pick<ShareTable, "cells" | "dispersion">,
  window: PooledRows,
  reference: PooledRows,
  without = -1,
): { distance: number; chance: number } {
  const { cells, dispersion } = table;
  const windowRows = window.rows - rowsIn(window, without);
  const referenceRows = reference.rows - rowsIn(reference, without);
  const rows = windowRows + referenceRows;
  const perWindowRow = 1 / windowRows;
  const perReferenceRow = 1 / referenceRows;
  const spread = perWindowRow + perReferenceRow;
  let distance = 0;
  let chance = 0;
  for (let cell = 0; cell < cells; cell++) {
    if (cell === without) continue;
    const now = window.cells[cell]!;
    const before = reference.cells[cell]!;
    const pooled = (now + before) / rows;
    distance += Math.abs(now * perWindowRow - before * perReferenceRow);
    chance += Math.sqrt(pooled * (1 - pooled) * dispersion[cell]! * spread);
  }
  return { distance: distance / 2, chance: (chance / 2) * Math.sqrt(2 / Math.PI) };
}

const rowsIn = (pool: PooledRows, cell: number): number => (cell < 0 ? 0 : pool.cells[cell]!);

/** A burst of traffic lasts at most this many days. Anything longer is a change of the mix. */
export const longestBurst = 3;
/** Above this growth of rows per day over the reference, a burst may dilute a mix. */
export const burstGrowth = 1.5;
/** The same for the reference of the same weekdays, whose traffic is normally alike. */
const burstGrowthOfWeekday = 1.25;
const nullGrowth = 1.25;

/**
 * Rows per day of a window relative to those of a reference. By its weekdays if that is less: a Monday isn't a burst
 * because the event is closed on weekends.
 */
const growthOver = (window: Pool, reference: Pool): number =>
  Math.min(
    window.rows / window.days / (reference.rows / reference.days),
    window.rows / window.usualDays / (reference.rows / reference.usualDays),
  );

/**
 * Like `plainEffect`, but doesn't take extra traffic for a loss. If a burst of extra rows dilutes the usual
 * ones, the effect is at most the part of the usual rows that is really missing.
 * @param length days of the window; a burst that dilutes a mix of values lasts at most 3 days
 * @param isSameWeekdays whether the reference consists of the window's weekdays only
 */
export function effectBesideTraffic(
  table: ShareTable,
  window: Pool,
  reference: Pool,
  length: number,
  isSameWeekdays: boolean,
): number {
  const effect = plainEffect(table, window, reference);
  const growth = growthOver(window, reference);
  if (table.kind === "nulls") {
    if (!(growth > nullGrowth)) return effect;
    return Math.min(effect, 1 - (growth * (1 - nullShare(window))) / (1 - nullShare(reference)));
  }
  const limit = isSameWeekdays ? burstGrowthOfWeekday : burstGrowth;
  if (length > longestBurst || !(growth > limit) || effect === 0) return effect;
  let missing = 0;
  for (let cell = 0; cell < table.cells; cell++) {
    const before = reference.cells[cell]! / reference.rows;
    missing += Math.max(0, before - (growth * window.cells[cell]!) / window.rows);
  }
  return Math.min(effect, missing);
}
