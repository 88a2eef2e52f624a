import { logCount, mean } from "../stats/moments.js";
import { median } from "../stats/robust.js";
import { dispersionOf } from "./dispersion.js";
import { type TableDays, endedChange } from "./ended-change.js";
import { growthBefore } from "./growth.js";

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
  /**
   * How many usual days of rows the days before day d have, by their weekdays and the baseline's growth, for
   * d = 0…days. An average weekday at the end of the baseline counts 1, a weekday on which the event hardly comes
   * nearly 0.
   */
  usualDays: Float64Array;
  /** Days of the baseline whose rows are left out, since a change that is over says nothing of what is usual. */
  leftOut: TableDays | null;
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
export function summedTable(
  kind: TableKind,
  rows: Float64Array,
  cells: number,
  split: number,
  leftOut = endedChange(rows, cells, split),
): ShareTable {
  const days = cells === 0 ? 0 : rows.length / cells - 1;
  if (leftOut) rows.fill(0, (leftOut.from + 1) * cells, (leftOut.end + 1) * cells);
  const dispersion = dispersionOf(rows, cells, split, cells);
  for (let at = cells; at < rows.length; at++) rows[at]! += rows[at - cells]!;
  return {
    kind,
    cells,
    days,
    split,
    sums: rows,
    dispersion,
    usualDays: usualDaysOf(rows, cells, days, split, leftOut),
    leftOut,
  };
}

const week = 7;
/** Weeks of baseline without which weekdays can't be told apart. */
const fewestWeeks = 2;
/** A weekday without any rows still counts a little, so that rows on it are many times the usual. */
const smallestWeight = 0.01;

function usualDaysOf(
  sums: Float64Array,
  cells: number,
  days: number,
  split: number,
  leftOut: TableDays | null,
): Float64Array {
  const rows = Array.from({ length: split }, (_, day) => {
    let total = 0;
    for (let at = day * cells; at < (day + 1) * cells; at++) total += sums[at + cells]! - sums[at]!;
    return total;
  });
  if (leftOut) for (let day = leftOut.from; day < leftOut.end; day++) rows[day] = rows[day - week]!;
  const weights = weekdayWeights(rows);
  const growth = growthBefore(
    rows.map((count, day) => logCount(count) - Math.log(weights[day % week]!)),
    0,
    split,
  );
  const usual = new Float64Array(days + 1);
  for (let day = 0; day < days; day++)
    usual[day + 1] =
      usual[day]! + daysIn(leftOut, day, day + 1) * weights[day % week]! * Math.exp(growth * (day - split));
  return usual;
}

/** The median rows of each weekday of the baseline, relative to their mean; all 1 below two weeks or without rows. */
function weekdayWeights(rows: readonly number[]): number[] {
  const even = Array<number>(week).fill(1);
  if (rows.length < fewestWeeks * week) return even;
  const byWeekday = even.map((): number[] => []);
  rows.forEach((count, day) => byWeekday[day % week]!.push(count));
  const medians = byWeekday.map(median);
  const average = mean(medians);
  return average > 0 ? medians.map((count) => Math.max(smallestWeight, count / average)) : even;
}

/** How many of the days [from, end) aren't left out. */
export const daysIn = (leftOut: TableDays | null, from: number, end: number): number =>
  end - from - (leftOut ? Math.max(0, Math.min(end, leftOut.end) - Math.max(from, leftOut.from)) : 0);

/** Rows of one cell on one day. */
export const cellRows = (table: ShareTable, day: number, cell: number): number =>
  table.sums[(day + 1) * table.cells + cell]! - table.sums[day * table.cells + cell]!;
