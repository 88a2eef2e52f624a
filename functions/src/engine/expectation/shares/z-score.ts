import type { PooledRows } from "./pool.js";
import type { ShareTable } from "../../series/share-table.js";
import type { WindowView } from "./window.js";

/**
 * z of the view's window: the smaller of z against the whole baseline and 1 + z against the same weekdays,
 * which have fewer rows and so a smaller z.
 */
export function windowZ(view: WindowView): number {
  const z = zAgainst(view.table, view.window, view.baseline);
  const weekdays = view.sameWeekdays;
  return weekdays ? Math.min(z, zAgainst(view.table, view.window, weekdays) + 1) : z;
}

/** z of a window against one reference, including overdispersion; 0 if there is nothing to compare. */
export function zAgainst(table: ShareTable, window: PooledRows, reference: PooledRows): number {
  if (window.rows <= 0 || reference.rows <= 0) return 0;
  return table.kind === "nulls" ? nullZ(table, window, reference) : mixZ(table, window, reference);
}

function nullZ(table: ShareTable, window: PooledRows, reference: PooledRows): number {
  const now = (window.cells[1]! + 0.5) / (window.rows + 1);
  const before = (reference.cells[1]! + 0.5) / (reference.rows + 1);
  const pooled = (window.cells[1]! + reference.cells[1]! + 0.5) / (window.rows + reference.rows + 1);
  const spread = 1 / window.rows + 1 / reference.rows;
  return (now - before) / Math.sqrt(table.dispersion[1]! * pooled * (1 - pooled) * spread);
}

/**
 * The larger of z over all cells together and z of the most changed cell, less 1 for testing many cells. Cells that the
 * reference never had also count as one: a few users who all send new values are spread over many cells.
 */
function mixZ(table: ShareTable, window: PooledRows, reference: PooledRows): number {
  const spread = 1 / window.rows + 1 / reference.rows;
  let chiSquare = 0;
  let largest = 0;
  let newRows = 0;
  let dispersionOfNew = 1;
  let cellsWithRows = 0;
  for (let cell = 0; cell < table.cells; cell++) {
    const rows = window.cells[cell]! + reference.cells[cell]!;
    if (rows === 0) continue;
    cellsWithRows++;
    const pooled = rows / (window.rows + reference.rows);
    if (pooled === 1) continue;
    if (reference.cells[cell] === 0) {
      newRows += rows;
      dispersionOfNew = Math.max(dispersionOfNew, table.dispersion[cell]!);
    }
    const move = Math.abs(window.cells[cell]! / window.rows - reference.cells[cell]! / reference.rows);
    const scale = pooled * table.dispersion[cell]! * spread;
    chiSquare += (move * move) / scale;
    largest = Math.max(largest, move / Math.sqrt(scale * (1 - pooled)));
  }
  if (cellsWithRows < 2) return 0;
  if (newRows > 0) {
    const pooled = newRows / (window.rows + reference.rows);
    const variance = pooled * (1 - pooled) * dispersionOfNew * spread;
    largest = Math.max(largest, newRows / window.rows / Math.sqrt(variance));
  }
  return Math.max(wilsonHilferty(chiSquare, cellsWithRows - 1), largest - 1);
}

/**
 * Converts a chi-square value to a standard normal one.
 * @param freedom degrees of freedom, at least 1
 * @see Wilson & Hilferty (1931), "The Distribution of Chi-Square"
 */
export function wilsonHilferty(chiSquare: number, freedom: number): number {
  const variance = 2 / (9 * freedom);
  return (Math.cbrt(chiSquare / freedom) - 1 + variance) / Math.sqrt(variance);
}
