import { describe, expect, test } from "vitest";
import { weekdayOf } from "../../../common/days.js";
import { daysUntil } from "../../testing/series-reader.js";
import { propertySeries, type ValuesByDay } from "../../testing/property-series.js";
import { checkStopped } from "../property-stopped/check-stopped.js";
import { PropertyTables } from "../../series/property-tables.js";
import { effectBesideTraffic, movedShare, nullShare, plainEffect } from "../../expectation/shares/effect.js";
import { checkTable } from "../../expectation/shares/check-table.js";
import { checkSizes } from "../../expectation/shares/multiplied.js";
import { newPool, poolDays } from "../../expectation/shares/pool.js";
import { logSizeBelow } from "../../series/size-table.js";
import { WindowView } from "../../expectation/shares/window.js";
import { windowZ, zAgainst } from "../../expectation/shares/z-score.js";

/** The examples in this folder's README, with the digits printed there. */
const round = (value: number, digits: number): number => Number(value.toFixed(digits));
const days = daysUntil("2026-10-14", 35);
const settings = { checkBackDays: 7, threshold: 0.3, hasTraffic: true };

/**
 * `rows` events a day over 28 baseline days and 7 tested days; the last `bad` of these have the values `now`.
 */
const tablesOf = (usual: ValuesByDay[number], now: ValuesByDay[number], bad = 3, rows = 100) =>
  new PropertyTables(
    propertySeries({
      property: "plan",
      rows: days.map(() => rows),
      valuesByDay: days.map((_, day) => (day >= days.length - bad ? now : usual)),
    }),
    { from: 0, split: 28, end: 35 },
  );

describe("example A, empty on 2 of 100 events, then on 40", () => {
  const { nulls } = tablesOf({ '"pro"': 98 }, { '"pro"': 60 });
  const view = new WindowView(nulls, true).look(32, 3, 100);

  test("has lost 38.8% of its values", () => {
    expect([round(nullShare(view.baseline), 3), round(nullShare(view.window), 3)]).toEqual([0.02, 0.4]);
    expect(round(plainEffect(nulls, view.window, view.baseline), 3)).toBe(0.388);
    expect(round(view.effect(), 3)).toBe(0.388);
  });

  test("is an alert", () => {
    const { baseline, sameWeekdays, window } = view;
    const zOf = [baseline, sameWeekdays!].map((reference) => round(zAgainst(nulls, window, reference), 1));
    expect([zOf, round(windowZ(view), 1)]).toEqual([[27, 20], 21]);
    const verdict = checkTable(nulls, settings);
    expect(verdict).toMatchObject({ severity: "alert", window: { start: 32, length: 3, decidedBy: 3 } });
    expect(round(verdict.window!.baselineVariation!, 3)).toBe(0.001);
    expect(round(verdict.window!.jump, 3)).toBe(0.387);
  });
});

describe("example B, where 40 of 100 events change their value", () => {
  const { table } = tablesOf({ '"a"': 60, '"b"': 30, '"c"': 10 }, { '"a"': 20, '"b"': 70, '"c"': 10 }).values;
  const view = new WindowView(table, true).look(32, 3, 100);

  test("has shifted by 39.8%", () => {
    const { distance, chance } = movedShare(table, view.window, view.baseline);
    expect([round(distance, 2), round(chance, 2)]).toEqual([0.4, 0.03]);
    expect(round(view.effect(), 3)).toBe(0.398);
  });

  test("is an alert", () => {
    const { baseline, sameWeekdays, window } = view;
    const zOf = [baseline, sameWeekdays!].map((reference) => round(zAgainst(table, window, reference), 1));
    expect([zOf, round(windowZ(view), 1)]).toEqual([[12.9, 11.8], 12.8]);
    const verdict = checkTable(table, settings);
    expect(verdict).toMatchObject({ severity: "alert", window: { baselineVariation: 0, start: 32 } });
    expect(round(verdict.window!.jump, 3)).toBe(0.398);
  });
});

describe("example C, where all numbers are multiplied by 1.5", () => {
  const sizes = (times: number) =>
    Object.fromEntries(Array.from({ length: 100 }, (_, i) => [String(times * 2 ** (i / 10)), 10]));
  const tables = tablesOf(sizes(1), sizes(1.5), 3, 1_000);
  const { table } = tables.values;

  test("has shifted by too little to be a changed mix", () => {
    const view = new WindowView(table, true).look(32, 3, 100);
    expect(round(movedShare(table, view.window, view.baseline).distance, 2)).toBe(0.06);
    expect(checkTable(table, settings).severity).toBe("normal");
  });

  test("has a median and an upper decile that are 1.5 times as large", () => {
    const { table: made, sizes: bins } = tables.sizes!;
    const at = (from: number, end: number, part: number) =>
      Math.round(2 ** logSizeBelow(bins, poolDays(made, from, end, newPool(made.cells)), part));
    expect([at(0, 28, 0.5), at(32, 35, 0.5), at(0, 28, 0.9), at(32, 35, 0.9)]).toEqual([31, 47, 497, 745]);
    const found = checkSizes(tables.sizes!, settings)!;
    expect(found).toMatchObject({ start: 32, length: 3, largestPast: 0 });
    expect(round(2 ** found.change, 1)).toBe(1.5);
  });

  test("is no finding with a threshold of 60%", () => {
    expect(checkSizes(tables.sizes!, { ...settings, threshold: 0.6 })).toBeNull();
  });
});

test.each([
  [1, "normal", 0.00013],
  [2, "alert", 0.00000002],
] as const)("a property on a fifth of 40 events that is silent for %i days", (bad, severity, chance) => {
  const verdict = checkStopped(tablesOf({ '"pro"': 8 }, {}, bad, 40));
  expect(verdict.severity).toBe(severity);
  expect(Math.exp(verdict.logChance) / chance).toBeCloseTo(1, 0);
});

test("100 extra events without a value on top of the usual 100 with one are not a loss", () => {
  const rows = days.map((_, day) => (day === 34 ? 200 : 100));
  const series = propertySeries({ property: "plan", rows, valuesByDay: days.map(() => ({ '"pro"': 100 })) });
  const { nulls } = new PropertyTables(series, { from: 0, split: 28, end: 35 });
  const { window, baseline } = new WindowView(nulls, true).look(34, 1, 100);
  expect(round(plainEffect(nulls, window, baseline), 1)).toBe(0.5);
  expect(effectBesideTraffic(nulls, window, baseline, 1, false)).toBeCloseTo(0, 2);
});

test("the usual 100 events on a Monday are no burst after a weekend without any", () => {
  const untilMonday = daysUntil("2026-10-12", 35);
  const rows = untilMonday.map((day) => (weekdayOf(day) < 5 ? 100 : 0));
  const series = propertySeries({
    property: "plan",
    rows,
    valuesByDay: rows.map((count, day) => ({ '"pro"': day === 34 ? 71 : count })),
  });
  const { nulls } = new PropertyTables(series, { from: 0, split: 28, end: 35 });
  const { window, baseline } = new WindowView(nulls, true).look(34, 1, 100);
  const growth = window.rows / window.days / (baseline.rows / baseline.days);
  expect([round(growth, 1), round(window.usualDays, 1), round(baseline.usualDays, 0)]).toEqual([
    1.4, 1.4, 28,
  ]);
  expect(effectBesideTraffic(nulls, window, baseline, 1, false)).toBe(plainEffect(nulls, window, baseline));
  expect(round(plainEffect(nulls, window, baseline), 2)).toBe(0.29);
});
