import { daysIn, type ShareTable } from "../../series/share-table.js";

/** Pooled rows of several days, in all and per cell. */
export type PooledRows = { cells: number[]; rows: number };

/**
 * Pooled rows of several days of a table. Pools are reused from window to window, so don't hold on to one.
 */
export type Pool = PooledRows & {
  days: number;
  /** The days weighted by their weekdays' usual rows; see `ShareTable`. */
  usualDays: number;
};

export const newPool = (cells: number): Pool => ({
  // Plain arrays are much faster to create than small typed arrays.
  cells: new Array<number>(cells).fill(0),
  rows: 0,
  days: 0,
  usualDays: 0,
});

/** Pools the days [from, end). */
export function poolDays(table: ShareTable, from: number, end: number, pool: Pool): Pool {
  const { cells, sums } = table;
  let rows = 0;
  for (let cell = 0; cell < cells; cell++) {
    const count = sums[end * cells + cell]! - sums[from * cells + cell]!;
    pool.cells[cell] = count;
    rows += count;
  }
  pool.rows = rows;
  pool.days = daysIn(table.leftOut, from, end);
  pool.usualDays = table.usualDays[end]! - table.usualDays[from]!;
  return pool;
}

/** Pools the days before `limit` that fall on the weekdays of the `length` ≤ 7 days from `start`. */
export function poolWeekdays(
  table: ShareTable,
  start: number,
  length: number,
  limit: number,
  pool: Pool,
): Pool {
  const { cells, sums } = table;
  pool.cells.fill(0);
  pool.days = 0;
  pool.usualDays = 0;
  for (let offset = 0; offset < length; offset++) {
    const back = Math.max(0, Math.floor((start + offset - limit) / 7) + 1);
    for (let day = start + offset - 7 * back; day >= 0; day -= 7) {
      const at = day * cells;
      for (let cell = 0; cell < cells; cell++)
        pool.cells[cell]! += sums[at + cells + cell]! - sums[at + cell]!;
      pool.days += daysIn(table.leftOut, day, day + 1);
      pool.usualDays += table.usualDays[day + 1]! - table.usualDays[day]!;
    }
  }
  pool.rows = 0;
  for (let cell = 0; cell < cells; cell++) pool.rows += pool.cells[cell]!;
  return pool;
}

/** Fills `pool` with `whole` minus the days [from, end), which must be among its days. */
export function poolWithout(table: ShareTable, whole: Pool, from: number, end: number, pool: Pool): Pool {
  const { cells, sums } = table;
  let rows = 0;
  for (let cell = 0; cell < cells; cell++) {
    const count = whole.cells[cell]! - (sums[end * cells + cell]! - sums[from * cells + cell]!);
    pool.cells[cell] = count;
    rows += count;
  }
  pool.rows = rows;
  pool.days = whole.days - daysIn(table.leftOut, from, end);
  pool.usualDays = whole.usualDays - (table.usualDays[end]! - table.usualDays[from]!);
  return pool;
}
