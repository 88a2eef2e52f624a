import { dispersionOf } from "./dispersion.js";

/** What a table counts: filled and null rows, the values of filled rows, or the forms of these values. */
export type TableKind = "nulls" | "values" | "forms";

/**
 * Daily rows per cell as running sums, so that pooling any window takes one subtraction per cell.
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
  /** Overdispersion ρ per cell, from the baseline. */
  dispersion: Float64Array;
};

/** @param counts rows of cell c on day d at `d · cells + c` */
export function shareTable(kind: TableKind, counts: Float64Array, cells: number, split: number): ShareTable {
  const sums = new Float64Array(counts.length + cells);
  sums.set(counts, cells);
  return summedTable(kind, sums, cells, split);
}

/**
 * Like `shareTable`, but `rows` is changed in place and becomes the table's `sums`.
 * @param rows rows of cell c on day d at `(d + 1) · cells + c`
 */
export function summedTable(kind: TableKind, rows: Float64Array, cells: number, split: number): ShareTable {
  const days = cells === 0 ? 0 : rows.length / cells - 1;
  const dispersion = dispersionOf(rows, cells, split, cells);
  for (let at = cells; at < rows.length; at++) rows[at]! += rows[at - cells]!;
  return { kind, cells, days, split, sums: rows, dispersion };
}

/** Rows of one cell on one day. */
export const cellRows = (table: ShareTable, day: number, cell: number): number =>
  table.sums[(day + 1) * table.cells + cell]! - table.sums[day * table.cells + cell]!;
