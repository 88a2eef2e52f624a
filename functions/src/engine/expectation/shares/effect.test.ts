import { describe, expect, it } from "vitest";
import { shareTable, type TableKind } from "../../series/share-table.js";
import { WindowView } from "./window.js";

/** A table of 28 baseline days and the given window. Each day lists its rows per cell. */
function table(kind: TableKind, usual: number[], ...window: number[][]) {
  const days = [...Array.from({ length: 28 }, () => usual), ...window];
  return shareTable(kind, Float64Array.from(days.flat()), usual.length, 28);
}

function effect(kind: TableKind, usual: number[], length: number, window: number[][], hasTraffic = true) {
  const made = table(kind, usual, ...window);
  return new WindowView(made, hasTraffic).look(made.days - length, length, 100).effect();
}

describe("extra traffic is not a loss", () => {
  it("applies to nulls if traffic grew by more than a quarter", () => {
    // 200 rows a day with 10 nulls, then 100 more that are all null: no filled value was lost.
    expect(effect("nulls", [190, 10], 1, [[190, 110]])).toBeCloseTo(0, 2);
    expect(effect("nulls", [190, 10], 1, [[190, 110]], false)).toBeCloseTo(0.333, 2);
  });

  it("doesn't excuse values that are really gone", () => {
    expect(effect("nulls", [190, 10], 1, [[100, 200]])).toBeCloseTo(1 - 100 / 190, 2);
  });

  it("doesn't apply to nulls if traffic grew less", () => {
    const found = effect("nulls", [190, 10], 1, [[190, 55]]);
    expect(found).toBeCloseTo(effect("nulls", [190, 10], 1, [[190, 55]], false), 12);
    expect(found).toBeGreaterThan(0.15);
  });

  it("applies to values on a single day if traffic grew by more than half", () => {
    expect(effect("values", [100, 100], 1, [[100, 250]])).toBe(0);
    expect(effect("values", [100, 100], 1, [[100, 250]], false)).toBeGreaterThan(0.15);
    expect(effect("values", [100, 100], 1, [[50, 350]])).toBeCloseTo(0.25, 6);
  });

  it("applies to values over up to three days, but not over a week", () => {
    const days = (count: number) => Array.from({ length: count }, () => [100, 250]);
    expect(effect("values", [100, 100], 3, days(3))).toBe(0);
    expect(effect("values", [100, 100], 7, days(7))).toBeGreaterThan(0.15);
  });

  it("applies against the same weekdays if traffic grew by more than a quarter", () => {
    // 30% more rows, all of one value. Against any other reference that would be too few.
    expect(effect("values", [200, 800], 1, [[500, 800]])).toBe(0);
    expect(effect("values", [200, 800], 1, [[440, 800]])).toBeGreaterThan(0.1);
    expect(effect("values", [200, 800], 7, Array<number[]>(7).fill([500, 800]))).toBeGreaterThan(0.15);
  });
});

describe("a burst of two or three days", () => {
  const usual = [100, 100];
  const burst = [100, 500];
  const besideBursts = (window: number[][], hasTraffic = true) => {
    const view = new WindowView(table("values", usual, ...window), hasTraffic).look(28, window.length, 100);
    return { plain: view.effect(), besideBursts: view.sustainedEffect(0.3).effect };
  };

  it("removes a finding wherever in the window it is, and leaves the effect as it is", () => {
    for (const window of [
      [burst, burst, burst, usual, usual, usual, usual],
      [usual, usual, usual, usual, burst, burst, burst],
    ]) {
      const found = besideBursts(window);
      expect(found.plain).toBeGreaterThan(0.15);
      expect(found.besideBursts).toBe(0);
    }
  });

  it("excuses neither a burst of four days nor a shift without extra rows", () => {
    expect(besideBursts([usual, usual, usual, burst, burst, burst, burst]).besideBursts).toBeGreaterThan(0.1);
    const shift = besideBursts([usual, usual, usual, usual, [0, 200], [0, 200], [0, 200]]);
    expect(shift.besideBursts).toBe(shift.plain);
  });

  it("doesn't excuse profiles, which traffic doesn't add to", () => {
    const found = besideBursts([usual, usual, usual, usual, burst, burst, burst], false);
    expect(found.besideBursts).toBe(found.plain);
  });
});

describe("added rows of one value", () => {
  const usual = [100, 500, 400];
  /** All baseline days are the same, so the normal variation of a day is the minimum of 5%. */
  const sustained = (window: number[][], beyondDoubt = 0.3, hasTraffic = true) => {
    const made = table("values", usual, ...window);
    const view = new WindowView(made, hasTraffic).look(28, window.length, 100);
    return { plain: view.effect(), ...view.sustainedEffect(beyondDoubt) };
  };

  it("are not a shift if the other values are closer to their usual count than the total is", () => {
    // ln odds = (ln² 1.2 − ln² 1)/(2·0.05²) = 6.6: 200 more of the first value beside 900 others.
    const found = sustained([[300, 500, 400]]);
    expect(found.plain).toBeCloseTo(0.148, 2);
    expect(found).toMatchObject({ effect: 0, addedCell: 0 });
  });

  it("are a shift if they replaced others", () => {
    // ln odds = (ln² 1 − ln² (700/900))/(2·0.05²) = −12.6.
    const found = sustained([[300, 390, 310]]);
    expect(found).toMatchObject({ effect: found.plain, addedCell: null });
  });

  it("leave the shift among the other values", () => {
    // The other values went from 500 : 400 to 650 : 250, so 1/6 of them shifted. They were nine tenths of the
    // rows.
    expect(sustained([[320, 650, 250]]).effect).toBeCloseTo(0.9 / 6, 2);
  });

  it("get the benefit of the doubt on the newest day alone", () => {
    // ln odds = (ln² 1.103 − ln² (783/900))/(2·0.05²) = −2.0, with more rows than usual.
    const day = [320, 435, 348];
    expect(sustained([day])).toMatchObject({ addedCell: 0 });
    expect(sustained([day]).effect).toBeLessThan(0.05);
    expect(sustained([day], 0.15)).toMatchObject({ addedCell: null });
    expect(sustained([day, day])).toMatchObject({ addedCell: null });
    // −2.9, but with fewer rows than usual, so nothing was added.
    expect(sustained([[260, 380, 304]])).toMatchObject({ addedCell: null });
  });

  it("don't excuse windows of more than three days, or profiles", () => {
    const week = Array.from({ length: 7 }, () => [400, 500, 400]);
    expect(sustained(week).addedCell).toBeNull();
    expect(sustained([[300, 500, 400]], 0.3, false).addedCell).toBeNull();
  });
});

describe("one unusual day is not a shift", () => {
  it("takes the smallest effect without any one day", () => {
    const days = [
      [100, 100],
      [0, 200],
      [100, 100],
    ];
    expect(effect("values", [100, 100], 3, days)).toBe(0);
    expect(effect("nulls", [190, 10], 3, [...days.slice(0, 1), [0, 200], [100, 100]])).toBeLessThan(0.48);
  });

  it("leaves a shift that is there on every day", () => {
    expect(
      effect("values", [100, 100], 2, [
        [50, 150],
        [50, 150],
      ]),
    ).toBeGreaterThan(0.24);
  });

  it("finds nothing if all rows are from one day", () => {
    expect(
      effect("values", [100, 100], 2, [
        [0, 0],
        [0, 200],
      ]),
    ).toBe(0);
  });
});

describe("references", () => {
  it("explain a shift that the same weekdays or the week before had too", () => {
    const days = Array.from({ length: 28 }, (_, day) => (day % 7 === 0 ? [20, 180] : [150, 50]));
    const weekly = shareTable("values", Float64Array.from([...days, [20, 180]].flat()), 2, 28);
    expect(new WindowView(weekly, true).look(28, 1, 100).effect()).toBe(0);

    const shifted = Array.from({ length: 28 }, (_, day) => (day < 21 ? [180, 20] : [100, 100]));
    const followed = shareTable("values", Float64Array.from([...shifted, [100, 100]].flat()), 2, 28);
    expect(new WindowView(followed, true).look(28, 1, 100).effect()).toBe(0);
  });

  it("are ignored if they have too few rows", () => {
    // There are only 6 rows on each of the window's weekdays.
    const days = Array.from({ length: 28 }, (_, day) => (day % 7 === 0 ? [0, 6] : [150, 50]));
    const thin = shareTable("values", Float64Array.from([...days, [20, 180]].flat()), 2, 28);
    const view = new WindowView(thin, true).look(28, 1, 100);
    expect(view.sameWeekdays).toBeNull();
    expect(view.effect()).toBeGreaterThan(0.5);
  });

  it("of the same weekdays are not used for windows of a week or more", () => {
    const long = table("values", [100, 100], ...Array.from({ length: 7 }, () => [100, 100]));
    expect(new WindowView(long, true).look(28, 7, 100).sameWeekdays).toBeNull();
    expect(new WindowView(long, true).look(32, 3, 100).sameWeekdays).toMatchObject({ days: 12, rows: 2400 });
  });
});
