import type { PropertyTables } from "../tables/property-tables.js";

const fewestValues = 50;
const smallestShare = 0.05;
const fewestRows = 5;
/** Chance below which silence is a stop. */
const logChanceLimit = Math.log(1e-5);
/** Chance below which the silence of the event itself is a stop, as the count detectors see it. */
const logEventChanceLimit = Math.log(1e-4);

export type StoppedVerdict = {
  severity: "alert" | "normal" | "inconclusive";
  reason: "stopped" | "has-values" | "chance" | "event-stopped" | "too-few-values" | "too-few-rows";
  /** First day of the silence on which rows came, index into the series' days; null without silence. */
  since: number | null;
  /** Newest days without a value. */
  days: number;
  /** Rows on those days; of the whole window without silence. */
  rows: number;
  /** Values on them. */
  values: number;
  /** Share of the baseline's rows that had a value, 0–1. */
  usualShare: number;
  /** Natural logarithm of the chance of that many rows without a value. */
  logChance: number;
};

/**
 * Whether a property has gone silent: rows still come, none of the newest days has a value, and by the
 * baseline's share of filled rows, overdispersed, that is no chance.
 */
export function judgeStopped({ nulls, period }: PropertyTables): StoppedVerdict {
  const { split } = nulls;
  const rowsBetween = (from: number, end: number) =>
    nulls.sums[end * 2]! + nulls.sums[end * 2 + 1]! - nulls.sums[from * 2]! - nulls.sums[from * 2 + 1]!;
  const baselineRows = rowsBetween(0, split);
  const values = nulls.sums[split * 2]!;
  const usualShare = values / (baselineRows + 1);

  let start = nulls.days;
  while (start > split && nulls.sums[(start - 1) * 2] === nulls.sums[nulls.days * 2]) start--;
  // A day without a row says nothing about the property: the silence begins with a row.
  while (start < nulls.days && rowsBetween(start, start + 1) === 0) start++;
  const isSilent = start < nulls.days;
  const from = isSilent ? start : split;
  const rows = rowsBetween(from, nulls.days);
  const logChance = isSilent ? (rows / nulls.dispersion[1]!) * Math.log(1 - usualShare) : 0;
  const found = {
    since: isSilent ? period.from + start : null,
    days: nulls.days - from,
    rows,
    values: nulls.sums[nulls.days * 2]! - nulls.sums[from * 2]!,
    usualShare,
    logChance,
  };

  if (values < fewestValues || usualShare < smallestShare) {
    return { severity: "inconclusive", reason: "too-few-values", ...found };
  }
  if (rowsBetween(split, nulls.days) < fewestRows) {
    return { severity: "inconclusive", reason: "too-few-rows", ...found };
  }
  if (!isSilent) return { severity: "normal", reason: "has-values", ...found };
  if (rows < fewestRows || logChance > logChanceLimit) {
    return { severity: "normal", reason: "chance", ...found };
  }
  let lastRow = nulls.days;
  while (rowsBetween(lastRow - 1, lastRow) === 0) lastRow--;
  const expectedSince = (baselineRows / split) * (nulls.days - lastRow);
  if (-expectedSince < logEventChanceLimit) return { severity: "normal", reason: "event-stopped", ...found };
  return { severity: "alert", reason: "stopped", ...found };
}
