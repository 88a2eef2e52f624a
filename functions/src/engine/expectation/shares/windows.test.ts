import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dispersionOf } from "../../series/dispersion.js";
import { effectLimits, checkTable, baselineVariationOf, type ShareSettings } from "./check-table.js";
import { largestBaselineEffect } from "./baseline-variation.js";
import { shareTable, type TableKind } from "../../series/share-table.js";
import { firstDayOfStreak, largestChangePoint } from "./change-point.js";
import { WindowView } from "./window.js";
import { wilsonHilferty, zAgainst } from "./z-score.js";

const settings: ShareSettings = { checkBackDays: 7, threshold: 0.3, hasTraffic: true };
const tableOf = (kind: TableKind, days: readonly number[][], baseline = 28) =>
  shareTable(kind, Float64Array.from(days.flat()), days[0]!.length, baseline);
const daysOf = (count: number, day: number[]): number[][] => Array.from({ length: count }, () => day);

describe("dispersion", () => {
  it("is 1 if days differ no more than independent rows would", () => {
    expect([...dispersionOf(Float64Array.from(daysOf(28, [60, 40]).flat()), 2, 28)]).toEqual([1, 1]);
  });

  it("is the mean squared residual: (10²/25 + 10²/25)/(2 − 1)", () => {
    expect([...dispersionOf(Float64Array.from([60, 40, 40, 60]), 2, 2)]).toEqual([8, 8]);
  });

  it("of a steady cell is that of the average cell", () => {
    // A third cell of 100 rows of 200 each day: residuals 0, 4 and 4 of expectation 50·¾ = 37.5 for the other two.
    const [a, b, steady] = dispersionOf(Float64Array.from([60, 40, 100, 40, 60, 100]), 3, 2);
    expect(a).toBeCloseTo(200 / 37.5, 9);
    expect(b).toBeCloseTo(200 / 37.5, 9);
    expect(steady).toBeCloseTo((2 * (200 / 37.5)) / 3, 9);
  });

  it("is the average for cells without rows in the baseline, and 1 for a single day", () => {
    expect([...dispersionOf(Float64Array.from([60, 40, 0, 40, 60, 0]), 3, 2)]).toEqual([8, 8, 8]);
    expect([...dispersionOf(Float64Array.from([60, 40]), 2, 1)]).toEqual([1, 1]);
  });
});

describe("z", () => {
  // By hand: q = 60.5/201, p = 560.5/5601, c = 620.5/5801, so (q − p)/√(c(1 − c)(1/200 + 1/5600)).
  it("of nulls, 60 of 200 against a tenth of 5,600", () => {
    const table = tableOf("nulls", [...daysOf(28, [180, 20]), [140, 60]]);
    const view = new WindowView(table, true).look(28, 1, 100);
    expect(zAgainst(table, view.window, view.baseline)).toBeCloseTo(9.0338, 4);
  });

  // For even degrees of freedom, the exact tail is e^(−x/2)·Σ (x/2)^i/i!. The normal quantiles are from
  // Python's statistics.NormalDist.
  it.each([
    [20, 4, 3.2909],
    [40, 10, 4.1456],
  ])("of χ² = %i with %i degrees of freedom is %f, to within 2%", (chiSquare, freedom, exact) => {
    expect(Math.abs(wilsonHilferty(chiSquare, freedom) / exact - 1)).toBeLessThan(0.02);
  });
});

describe("a bad day in the baseline", () => {
  // Half of the rows are null on days 3 and 20 of the baseline, a twentieth on all other days.
  const past = [
    ...daysOf(3, [190, 10]),
    [100, 100],
    ...daysOf(16, [190, 10]),
    [100, 100],
    ...daysOf(7, [190, 10]),
  ];
  const table = tableOf("nulls", [...past, ...daysOf(30, [190, 10])]);

  // By hand: q = 100.5/201. The reference with the largest p is days 0 to 19, with 290.5/4001.
  it("is the largest effect of one-day windows", () => {
    const [q, p] = [100.5 / 201, 290.5 / 4001];
    expect(largestBaselineEffect(table, 1, true)).toBeCloseTo((q - p) / (1 - p), 9);
  });

  it("doesn't count for longer windows, since any one day can be excluded from these", () => {
    expect(largestBaselineEffect(table, 3, true)).toBeLessThan(0.01);
  });

  it("counts for windows of more than two weeks, few of which fit in the baseline", () => {
    const month = { ...settings, checkBackDays: 30 };
    expect(baselineVariationOf(table, 21, month)).toBe(largestBaselineEffect(table, 1, true));
    expect(baselineVariationOf(table, 14, month)).toBe(largestBaselineEffect(table, 14, true));
  });

  it("doesn't count in the baseline's first week, since there is nothing to compare it with", () => {
    const early = tableOf("nulls", [...daysOf(3, [190, 10]), [100, 100], ...daysOf(31, [190, 10])]);
    expect(largestBaselineEffect(early, 1, true)).toBeLessThan(0.01);
  });
});

describe("a change point", () => {
  // By hand: 30.5/601 before and 300.5/601 after.
  it("is the day from which three days differ most from the three before", () => {
    const { jump, day } = largestChangePoint(
      tableOf("nulls", [...daysOf(28, [190, 10]), ...daysOf(3, [100, 100])]),
      28,
    );
    const [p, q] = [30.5 / 601, 300.5 / 601];
    expect(jump).toBeCloseTo((q - p) / (1 - p), 9);
    expect(day).toBe(28);
  });

  it("that leads back isn't the day on which a finding began", () => {
    const broken = daysOf(4, [20, 180]);
    const table = tableOf("values", [...daysOf(29, [180, 20]), ...broken, ...daysOf(2, [180, 20])]);
    // The break on day 33 is as large as the one on day 29: three days of one kind, then three of the other.
    expect(largestChangePoint(table, 28).jump).toBeCloseTo(0.8, 2);
    expect(checkTable(table, settings)).toMatchObject({ window: { decidedBy: 7, start: 29, length: 6 } });
  });

  it("is small in a drift, which isn't a finding however far it goes", () => {
    // Nulls rise by 5 of 200 rows a day, starting two weeks before the window.
    const drift = Array.from({ length: 35 }, (_, day) => {
      const nulls = 10 + 5 * Math.max(0, day - 14);
      return [200 - nulls, nulls];
    });
    const verdict = checkTable(tableOf("nulls", drift), { ...settings, threshold: 0.2 });
    expect(verdict.severity).toBe("normal");
    expect(verdict.window!.effect).toBeGreaterThan(0.2 / 3);
    expect(verdict.window!.jump).toBeLessThan(0.6 * verdict.window!.effect);
  });
});

describe("the first bad day", () => {
  const good = [190, 10];
  const bad = [120, 80];
  const began = (days: readonly number[][], { start = 33, effect = 0.37 } = {}) =>
    firstDayOfStreak(tableOf("nulls", days), { start, effect }, 0.1);

  it("is that of the streak that the window ends, also before the tested days", () => {
    expect(began([...daysOf(30, good), ...daysOf(5, bad)])).toBe(30);
    expect(began([...daysOf(20, good), ...daysOf(15, bad)])).toBe(20);
  });

  it("is inside a window that begins with good days", () => {
    expect(began([...daysOf(31, good), ...daysOf(4, bad)], { start: 28, effect: 0.2 })).toBe(31);
  });

  it("is after a good day, however bad the days before it were", () => {
    expect(began([...daysOf(28, good), ...daysOf(2, bad), good, ...daysOf(4, bad)])).toBe(31);
  });

  it("is before a day with too few rows to tell", () => {
    expect(began([...daysOf(30, good), bad, [5, 0], ...daysOf(3, bad)])).toBe(30);
  });

  it("is a day that is bad enough by the warning limit alone", () => {
    // 15% of nulls are an effect of 10.3%, which is less than half of 37%.
    expect(began([...daysOf(31, good), [170, 30], ...daysOf(3, bad)])).toBe(31);
    expect(began([...daysOf(31, good), [180, 20], ...daysOf(3, bad)])).toBe(32);
  });

  it("leaves no day beside the streak that is as bad as one in it, in any order of good and bad days", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 12, maxLength: 12 }), (nulls) => {
        const days = [...daysOf(23, good), ...nulls.map((count) => [200 - count, count])];
        const table = tableOf("nulls", days);
        const { window, severity } = checkTable(table, settings);
        if (severity === "normal" || severity === "inconclusive" || window === null || window.start === 7)
          return;
        expect(window.start + window.length).toBe(days.length);
        const before = days[window.start - 1]![1]!;
        const worst = Math.max(...days.slice(window.start).map(([, count]) => count!));
        expect(before).toBeLessThan(worst);
      }),
    );
  });
});

describe("the limits of the effect", () => {
  it.each([
    ["nulls", 0, { warning: 0.1, alert: 0.3 }],
    ["values", 0, { warning: 0.15, alert: 0.3 }],
    ["forms", 0.15, { warning: 0.225, alert: 0.3 }],
    ["nulls", 0.25, { warning: 0.375, alert: 0.375 }],
  ] as const)("of %s with a baseline variation of %f", (kind, baselineVariation, limits) => {
    const found = effectLimits(kind, 0.3, baselineVariation);
    expect(found.warning).toBeCloseTo(limits.warning, 9);
    expect(found.alert).toBeCloseTo(limits.alert, 9);
  });

  it("can't be reached by a property that often changes by two thirds, unlike one that did so once", () => {
    const restless = [...daysOf(12, [200, 0]), [40, 160], ...daysOf(7, [200, 0]), [40, 160]];
    const once = [...daysOf(20, [200, 0]), [40, 160]];
    const now = [...daysOf(13, [200, 0]), [40, 160]];
    expect(checkTable(tableOf("nulls", [...restless, ...now]), settings).severity).toBe("inconclusive");
    expect(checkTable(tableOf("nulls", [...once, ...now]), settings).severity).toBe("alert");
  });
});
