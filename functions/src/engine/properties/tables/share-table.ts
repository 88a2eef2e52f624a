import { dispersionOf } from "./dispersion.js";

/** What a table counts: filled and null rows, or the values or the forms of the filled rows. */
export type TableKind = "nulls" | "values" | "forms";

/**
 * Daily rows per cell with running sums, so that any window costs one subtraction per cell.
 * Day 0 is the baseline's first day. In a table of nulls cell 0 is "filled" and cell 1 "null".
 */
export type ShareTable = {
  kind: TableKind;
  cells: number;
  /** Days of baseline and window together. */
  days: number;
  /** Days of the baseline. */
  split: number;
  /** Rows of cell c before day d, at `d · cells + c`, for d = 0…days. */
  sums: Float64Array;
  /** Rows of cell c on the days d, d − 7, d − 14…, at `d · cells + c`. */
  weekdaySums: Float64Array;
  /** Overdispersion ρ per cell, from the baseline. */
  dispersion: Float64Array;
};

/** @param counts rows of cell c on day d at `d · cells + c` */
export function shareTable(kind: TableKind, counts: Float64Array, cells: number, split: number): ShareTable {
  const days = cells === 0 ? 0 : counts.length / cells;
  const sums = new Float64Array(counts.length + cells);
  const weekdaySums = counts.slice();
  for (let at = 0; at < counts.length; at++) sums[at + cells] = sums[at]! + counts[at]!;
  for (let at = 7 * cells; at < counts.length; at++) weekdaySums[at]! += weekdaySums[at - 7 * cells]!;
  return { kind, cells, days, split, sums, weekdaySums, dispersion: dispersionOf(counts, cells, split) };
}

/** Rows of one cell on one day. */
export const cellRows = (table: ShareTable, day: number, cell: number): number =>
  table.sums[(day + 1) * table.cells + cell]! - table.sums[day * table.cells + cell]!;
