import { describe, expect, it } from "vitest";
import { shareTable } from "./share-table.js";

const split = 28;
/** Days of 100 events, of which `missing(day)` have no value. */
const nullsOf = (missing: (day: number) => number, days = 35, rows = 100) =>
  shareTable(
    "nulls",
    Float64Array.from(Array.from({ length: days }, (_, day) => [rows - missing(day), missing(day)]).flat()),
    2,
    Math.min(split, days - 7),
  );
const between = (from: number, end: number) => (day: number) => day >= from && day < end;
const missingOn = (isMissing: (day: number) => boolean, share = 60) =>
  nullsOf((day) => (isMissing(day) ? share : day % 3));

describe("a change that came once and is over", () => {
  it.each([
    ["a day", 12, 13],
    ["a week", 9, 16],
    ["two weeks", 9, 23],
    ["days up to the tested ones", 24, 28],
  ])("of %s is left out of the baseline", (_name, from, end) => {
    const table = missingOn(between(from, end));
    expect(table.leftOut).toEqual({ from, end });
    const usual = missingOn(() => false);
    const rows = table.sums[split * 2]! + table.sums[split * 2 + 1]!;
    expect(rows).toBe(100 * (split - (end - from)));
    expect(table.usualDays[split]).toBeCloseTo(split - (end - from), 9);
    expect(table.dispersion[1]).toBeCloseTo(usual.dispersion[1]!, 0);
  });

  it.each([
    ["began in the first week", missingOn(between(5, 9))],
    ["lasted for more than half of the baseline", missingOn(between(10, 25))],
    ["still goes on", missingOn(between(20, 35))],
    ["came again", missingOn((day) => between(9, 12)(day) || between(19, 22)(day))],
    ["came again in the first week", missingOn((day) => day === 2 || between(19, 22)(day))],
    ["is no more than a tenth", missingOn(between(9, 12), 9)],
    ["is hardly more than what other days differ by", nullsOf((day) => (day === 15 ? 60 : (day % 4) * 15))],
    ["has too short a baseline", nullsOf((day) => (between(8, 10)(day) ? 60 : 0), 21)],
  ])("is none if it %s", (_name, table) => {
    expect(table.leftOut).toBeNull();
  });

  const daysOf = (rowsOf: (day: number) => readonly [filled: number, missing: number]) =>
    shareTable(
      "nulls",
      Float64Array.from(Array.from({ length: 35 }, (_, day) => rowsOf(day)).flat()),
      2,
      split,
    );

  it("goes on over days without rows", () => {
    const table = daysOf((day) =>
      between(14, 16)(day) ? [0, 0] : between(12, 18)(day) ? [40, 60] : [99, 1],
    );
    expect(table.leftOut).toEqual({ from: 12, end: 18 });
  });

  it.each([
    [19, null],
    [20, { from: 22, end: 28 }],
  ])("on the last day of the baseline is over if %i usual rows follow: %j", (rows, leftOut) => {
    const table = daysOf((day) => (day === 28 ? [rows, 0] : between(22, 28)(day) ? [40, 60] : [99, 1]));
    expect(table.leftOut).toEqual(leftOut);
  });
});
