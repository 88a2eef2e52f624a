import { describe, expect, it } from "vitest";
import { propertySeries } from "../../testing/property-series.js";
import { PropertyTables } from "../../series/property-tables.js";
import { checkStopped } from "./check-stopped.js";

const window = 7;

/** Checks 28 baseline days followed by the given days. Each day is [rows, values]. */
function check(baseline: (day: number) => [number, number], ...days: [number, number][]) {
  const all = [...Array.from({ length: 28 }, (_, day) => baseline(day)), ...days];
  const series = propertySeries({
    property: "coupon",
    rows: all.map(([rows]) => rows),
    valuesByDay: all.map(([, values]): Record<string, number> => (values > 0 ? { '"x"': values } : {})),
  });
  return checkStopped(new PropertyTables(series, { from: 0, split: 28, end: all.length }));
}

const days = (count: number, rows: number, values: number) =>
  Array<[number, number]>(count).fill([rows, values]);

describe("checkStopped", () => {
  it("finds a stop of a common property on its first day", () => {
    const found = check(() => [100, 50], ...days(6, 100, 50), [100, 0]);
    expect(found).toMatchObject({
      severity: "alert",
      reason: "stopped",
      since: 34,
      days: 1,
      rows: 100,
      values: 0,
    });
    expect(found.usualShare).toBeCloseTo(1400 / 2801, 9);
    expect(found.logChance).toBeCloseTo(100 * Math.log(1 - 1400 / 2801), 9);
  });

  it("needs more rows if few of them carry the property", () => {
    expect(check(() => [20, 2], ...days(5, 20, 2), ...days(2, 20, 0))).toMatchObject({
      severity: "normal",
      reason: "chance",
    });
    expect(check(() => [20, 2], ...days(1, 20, 2), ...days(6, 20, 0))).toMatchObject({
      severity: "alert",
      days: 6,
      rows: 120,
    });
  });

  it("needs more rows if values come in clumps", () => {
    // Half of the rows on average, but all or none on any day: days vary 100 times as much as independent
    // rows would.
    const clumps = (day: number): [number, number] => [100, day % 2 === 0 ? 100 : 0];
    expect(check(clumps, ...days(6, 100, 100), [100, 0])).toMatchObject({
      severity: "normal",
      reason: "chance",
    });
    expect(check(clumps, ...days(7, 100, 0))).toMatchObject({ severity: "normal", reason: "chance" });
  });

  it("begins the silence on a day that has rows", () => {
    const found = check(() => [100, 50], ...days(3, 100, 50), ...days(2, 0, 0), ...days(2, 100, 0));
    expect(found).toMatchObject({ severity: "alert", since: 33, days: 2 });
  });

  it("reports nothing if the event itself stopped", () => {
    expect(check(() => [100, 50], ...days(3, 100, 50), ...days(4, 0, 0))).toMatchObject({
      severity: "normal",
      reason: "has-values",
    });
    expect(check(() => [100, 50], ...days(3, 100, 50), ...days(2, 100, 0), ...days(2, 0, 0))).toMatchObject({
      severity: "normal",
      reason: "event-stopped",
    });
  });

  it.each([
    ["fewer than 50 values", () => [100, 1] as [number, number]],
    ["values on less than 5% of the rows", () => [1000, 30] as [number, number]],
    ["no baseline at all", () => [0, 0] as [number, number]],
  ])("cannot tell with %s", (_name, baseline) => {
    expect(check(baseline, ...days(window, 1000, 0))).toMatchObject({
      severity: "inconclusive",
      reason: "too-few-values",
    });
  });

  it("cannot tell with fewer than 5 rows in the window", () => {
    expect(check(() => [100, 50], ...days(6, 0, 0), [4, 0])).toMatchObject({
      severity: "inconclusive",
      reason: "too-few-rows",
    });
  });
});
