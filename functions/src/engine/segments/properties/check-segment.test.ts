import { describe, expect, it } from "vitest";
import { shareTable } from "../../series/share-table.js";
import { type CheckedWindow, checkSegment } from "./check-segment.js";

const baselineDays = 28;
const settings = { checkBackDays: 7, threshold: 0.3, hasTraffic: true, isPlanned: false };
/** Days of rows with and without a value. */
type Days = readonly (readonly [filled: number, empty: number])[];

const repeat = (days: number, one: readonly [number, number]): Days =>
  Array.from({ length: days }, () => one);

/** The windows that are findings in a segment that lacks 60% of its values on the last 3 days, if the others are as given. */
function findings(before: readonly [number, number], last3Days: readonly [number, number]): CheckedWindow[] {
  const table = (days: Days) => shareTable("nulls", Float64Array.from(days.flat()), 2, baselineDays);
  const inside = table([...repeat(baselineDays + 4, [100, 0]), ...repeat(3, [40, 60])]);
  const outside = table([...repeat(baselineDays + 4, before), ...repeat(3, last3Days)]);
  return checkSegment("empty", inside, outside, settings).filter(({ severity }) => severity !== "normal");
}

const lengths = (windows: readonly CheckedWindow[]) => windows.map(({ length }) => length);

describe("a segment that lost values", () => {
  it("is a finding if there are enough other rows and they lost none", () => {
    expect(lengths(findings([100, 0], [100, 0]))).toEqual([1, 2, 3]);
  });

  it("isn't one if hardly any rows are left to compare with, although they lost none", () => {
    expect(lengths(findings([7, 0], [7, 0]))).toEqual([3]);
    expect(findings([6, 0], [6, 0])).toEqual([]);
  });

  it("isn't one if the few other rows may have lost half as much", () => {
    // On a day, 6 of 25 lack a value. That is less than half of 60%, but half of them may be usual.
    expect(lengths(findings([25, 0], [19, 6]))).toEqual([]);
    expect(lengths(findings([25, 0], [23, 2]))).toEqual([1, 2, 3]);
  });

  it("is one if the other rows never have a value, so that they have none to lose", () => {
    expect(lengths(findings([0, 100], [0, 100]))).toEqual([1, 2, 3]);
  });
});
