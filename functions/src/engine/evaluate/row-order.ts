import { hasEnded } from "../../contract/findings/detector-states.js";
import type { ResultRow } from "../../contract/results.js";

/** Sorts rows for the file: alerts, warnings, findings that ended, the rest; each by |change_pct|, then by name. */
export const inFileOrder = <T extends { row: ResultRow }>(rows: readonly T[]): T[] =>
  rows
    .map((item) => ({ item, rank: rankOf(item.row), size: sizeOf(item.row) }))
    .sort((a, b) => a.rank - b.rank || b.size - a.size || compareNames(a.item.row, b.item.row))
    .map(({ item }) => item);

/** Merges two sorted sequences in file order; equal rows of `a` come first. */
export function* mergeSorted<T extends { row: ResultRow }>(
  a: Iterable<T>,
  b: Iterable<T>,
): Generator<T, void> {
  const left = a[Symbol.iterator]();
  let next = left.next();
  for (const item of b) {
    for (; !next.done && compareInFile(next.value.row, item.row) <= 0; next = left.next()) yield next.value;
    yield item;
  }
  for (; !next.done; next = left.next()) yield next.value;
}

const compareInFile = (a: ResultRow, b: ResultRow): number =>
  rankOf(a) - rankOf(b) || sizeOf(b) - sizeOf(a) || compareNames(a, b);

const compareNames = (a: ResultRow, b: ResultRow): number =>
  byText(a.entity, b.entity) ||
  byText(a.parent ?? "", b.parent ?? "") ||
  byText(a.first_bad_day ?? "", b.first_bad_day ?? "");

function rankOf({ severity, state }: ResultRow): number {
  if (severity === "alert") return 0;
  if (severity === "warning") return 1;
  return hasEnded(state) ? 2 : 3;
}

const sizeOf = ({ change_pct }: ResultRow): number => (change_pct === null ? -1 : Math.abs(change_pct));

/** Compares by code unit, so that the order doesn't depend on a locale. */
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
