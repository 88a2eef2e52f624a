import { describe, expect, it } from "vitest";
import fixtures from "../../fixtures/shares.json" with { type: "json" };
import { propertySeries, type ValuesByDay } from "../../testing/property-series.js";
import { categoryTable } from "../../series/category-table.js";
import { formTable } from "../../series/form-table.js";
import { checkTable, baselineVariationOf } from "./check-table.js";
import { nullTable } from "../../series/null-table.js";
import { isNumberProperty, numberTable } from "../../series/number-table.js";
import { shareTable, type ShareTable } from "../../series/share-table.js";
import { WindowView } from "./window.js";
import { largestChangePoint } from "./change-point.js";
import { windowZ } from "./z-score.js";

/** Sorts cells by rows, since the fixtures list them by name and the tables by size. */
const cellsOf = (rows: number[], dispersion: number[]) =>
  rows
    .map((count, cell) => [count, dispersion[cell]!] as const)
    .filter(([count], cell) => count > 0 || cell < rows.length)
    .sort((a, b) => b[0] - a[0] || b[1] - a[1]);

describe.each(fixtures)("$title", (fixture) => {
  const series = propertySeries({
    property: fixture.property,
    rows: fixture.rows,
    valuesByDay: fixture.values_by_day as unknown as ValuesByDay,
  });
  const end = fixture.rows.length;
  const period = { from: 0, split: end - fixture.check_back_days, end };
  const settings = {
    checkBackDays: fixture.check_back_days,
    threshold: fixture.threshold,
    hasTraffic: true,
  };
  const tables: Record<"nulls" | "values" | "forms", ShareTable> = {
    nulls: nullTable(series, period),
    values: isNumberProperty(series, period)
      ? numberTable(series, period).table
      : categoryTable(series, period).table,
    forms: formTable(series, period).table,
  };

  describe.each(["nulls", "values", "forms"] as const)("%s", (kind) => {
    const table = tables[kind];
    const workings = fixture.workings[kind];

    it("has the baseline's rows per cell and their dispersion", () => {
      const rows = Array.from({ length: table.cells }, (_, c) => table.sums[table.split * table.cells + c]!);
      const found = cellsOf(rows, [...table.dispersion]);
      const expected = cellsOf(workings.cells_in_baseline, workings.dispersion);
      while (found.length > expected.length && found.at(-1)![0] === 0) found.pop();
      expect(found.map(([count]) => count)).toEqual(expected.map(([count]) => count));
      found.forEach(([, dispersion], i) => expect(dispersion).toBeCloseTo(expected[i]![1], 6));
    });

    it.each(workings.stretches)("measures the last $days days", (expected) => {
      const start = table.days - expected.days;
      const view = new WindowView(table, true).look(start, expected.days, 100);
      expect(view.window.rows >= (kind === "nulls" ? 30 : 50)).toBe(expected.judged);
      expect(view.effect()).toBeCloseTo(expected.effect, 6);
      expect(windowZ(view)).toBeCloseTo(expected.z, 4);
      expect(baselineVariationOf(table, expected.days, settings)).toBeCloseTo(expected.own_past, 6);
      expect(largestChangePoint(table, start).jump).toBeCloseTo(expected.step, 6);
    });
  });

  it.each([
    ["null rate", "nulls", fixture.null_rate],
    ["distribution", "values", fixture.distribution],
  ] as const)("gives the verdict on the %s", (_name, kind, expected) => {
    const { severity, window } = checkTable(tables[kind], settings);
    expect(severity).toBe(expected.severity);
    expect(window!.length).toBe(expected.days);
    expect(window!.effect).toBeCloseTo(expected.effect, 6);
    expect(window!.z).toBeCloseTo(expected.z, 4);
    if (window!.baselineVariation !== null)
      expect(window!.baselineVariation).toBeCloseTo(expected.own_past, 6);
  });
});

it("finds that all of a few users' values are replaced on one day", () => {
  // 13 users send about 20 events each, so the shares of four values vary widely from day to day.
  const days = Array.from({ length: 29 }, (_, day) => {
    const users = [0, 1, 2, 3].map((value) => 20 * (2 + ((day * (value + 2) + value) % 4)));
    return day < 28 ? [...users, 0, 0, 0, 0] : [0, 0, 0, 0, ...users];
  });
  const table = shareTable("values", Float64Array.from(days.flat()), 8, 28);
  const verdict = checkTable(table, { checkBackDays: 1, threshold: 0.3, hasTraffic: true });
  expect(table.dispersion[0]).toBeGreaterThan(5);
  expect(verdict.severity).toBe("alert");
});
