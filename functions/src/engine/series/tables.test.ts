import { describe, expect, it } from "vitest";
import { propertySeries } from "../testing/property-series.js";
import { categoryTable } from "./category-table.js";
import { formTable } from "./form-table.js";
import { nullTable } from "./null-table.js";
import { isNumberProperty, numberTable } from "./number-table.js";
import { sharePeriod } from "./share-period.js";
import { cellRows } from "./share-table.js";

const period = { from: 0, split: 2, end: 4 };
const rows = [100, 100, 100, 100];
const series = (...valuesByDay: Record<string, number>[]) =>
  propertySeries({ property: "plan", rows, valuesByDay });
const manyNumbers = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [String(i + 1), 4]));

describe("the baseline", () => {
  const days = Array.from({ length: 40 }, (_, i) =>
    new Date(Date.UTC(2026, 8, 1 + i)).toISOString().slice(0, 10),
  );
  it("is the 28 days before the window", () => {
    expect(
      sharePeriod(
        days,
        days.map(() => 1),
        days[39]!,
        7,
      ),
    ).toEqual({ from: 5, split: 33, end: 40 });
  });
  it("begins on the day of the event's first row", () => {
    const late = days.map((_, day) => (day < 20 ? 0 : 1));
    expect(sharePeriod(days, late, days[38]!, 7)).toEqual({ from: 20, split: 32, end: 39 });
  });
  it("is shorter if there is less history", () => {
    expect(
      sharePeriod(
        days.slice(0, 10),
        days.map(() => 1),
        days[9]!,
        7,
      ),
    ).toEqual({ from: 0, split: 3, end: 10 });
    expect(
      sharePeriod(
        days.slice(0, 5),
        days.map(() => 1),
        days[4]!,
        7,
      ),
    ).toEqual({ from: 0, split: 0, end: 5 });
  });
});

describe("the table of nulls", () => {
  it("counts a day without the property as null", () => {
    const table = nullTable(series({ '"a"': 60 }, {}, { '"a"': 100 }, {}), period);
    expect([0, 1, 2, 3].map((day) => [cellRows(table, day, 0), cellRows(table, day, 1)])).toEqual([
      [60, 40],
      [0, 100],
      [100, 0],
      [0, 100],
    ]);
  });
});

describe("the kind of the table of values", () => {
  it("is numbers if these are at least 90% of the baseline and more than 20 differ", () => {
    expect(isNumberProperty(series(manyNumbers, manyNumbers, {}, {}), period)).toBe(true);
    expect(isNumberProperty(series({ "1": 50, "2": 50 }, manyNumbers, {}, {}), period)).toBe(true);
    expect(isNumberProperty(series({ "1": 50, "2": 50 }, { "3": 100 }, manyNumbers, {}), period)).toBe(false);
    expect(isNumberProperty(series({ ...manyNumbers, '"a"': 20 }, manyNumbers, {}, {}), period)).toBe(true);
    expect(isNumberProperty(series({ ...manyNumbers, '"a"': 30 }, manyNumbers, {}, {}), period)).toBe(false);
  });
  it("is numbers if these are at least 90% on most days, though another type came for some", () => {
    const texts = { '"a"': 100 };
    const mixed = { ...manyNumbers, '"a"': 30 };
    const inBaseline = (...days: Record<string, number>[]) =>
      isNumberProperty(series(...days, {}), { from: 0, split: days.length, end: days.length + 1 });
    expect(inBaseline(manyNumbers, texts, manyNumbers)).toBe(true);
    expect(inBaseline(manyNumbers, texts, {}, manyNumbers)).toBe(true);
    expect(inBaseline(manyNumbers, texts, mixed)).toBe(false);
    expect(inBaseline(manyNumbers, texts)).toBe(false);
  });
  it("doesn't depend on the window", () => {
    const texts = Object.fromEntries(Object.keys(manyNumbers).map((text) => [`"${text}"`, 4]));
    expect(isNumberProperty(series(manyNumbers, manyNumbers, texts, texts), period)).toBe(true);
    expect(isNumberProperty(series(texts, texts, manyNumbers, manyNumbers), period)).toBe(false);
    expect(isNumberProperty(series({}, {}, manyNumbers, manyNumbers), period)).toBe(false);
  });
});

describe("the table of numbers", () => {
  it("has a cell for each tenth of the baseline and a last one for values that aren't numbers", () => {
    const { table, ranges } = numberTable(
      series(manyNumbers, manyNumbers, { "-5": 10, "1e9": 20, '"x"': 30 }, {}),
      period,
    );
    expect(table.cells).toBe(ranges.length + 1);
    expect(ranges.length).toBeLessThanOrEqual(11);
    // Numbers below all of the baseline are in the cell of its smallest numbers. Those above have a cell of
    // their own.
    expect(cellRows(table, 2, 0)).toBe(10);
    expect(cellRows(table, 2, table.cells - 2)).toBe(20);
    expect(cellRows(table, 0, table.cells - 2)).toBe(0);
    expect(cellRows(table, 2, table.cells - 1)).toBe(30);
    for (let day = 0; day < 2; day++) {
      const sum = Array.from({ length: table.cells }, (_, cell) => cellRows(table, day, cell)).reduce(
        (a, b) => a + b,
      );
      expect(sum).toBe(100);
    }
  });
  it("keeps numbers of the same bin in one cell", () => {
    const { ranges } = numberTable(series({ "5": 90, "6": 1 }, { "5": 90, "7": 1 }, {}, {}), period);
    expect(ranges).toHaveLength(2);
  });
});

describe("the table of categories", () => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`"v${String(i).padStart(2, "0")}"`, 3]),
  );
  it("has the 20 most common values, the 3 most common others of the last 2 days, and all others", () => {
    const common = { '"a"': 60, ...many };
    const { table, cellAt } = categoryTable(
      propertySeries({
        property: "plan",
        rows: [200, 200, 200, 200],
        valuesByDay: [common, common, common, { ...common, '"new"': 10 }],
      }),
      period,
    );
    const cells = Array.from({ length: table.cells }, (_, cell) => cellAt(cell));
    expect(cells).toHaveLength(24);
    expect(cells[0]).toEqual({ hash: '#"a"', name: '"a"' });
    expect(cells.slice(20, 23).map((cell) => cell?.hash)).toEqual(['#"new"', '#"v19"', '#"v20"']);
    expect(cells[23]).toBeNull();
    expect(cellRows(table, 3, 23)).toBe(9 * 3);
  });
  it("keeps values of different JSON types apart and names those that any day has a name for", () => {
    const { table, cellAt } = categoryTable(
      series({ '"1"': 6, "1": 5, true: 4 }, { true: 3 }, { '["a"]': 2 }, {}),
      period,
    );
    const cells = Array.from({ length: table.cells }, (_, cell) => cellAt(cell));
    expect(cells.map((cell) => cell && cell.name)).toEqual(
      [null, '"1"', "1", null, null].slice(0, cells.length),
    );
  });
});

describe("the table of forms", () => {
  it("has a cell for every form that was seen", () => {
    const { table, forms } = formTable(series({ "12": 50 }, { '"abc"': 20 }, { true: 5 }, {}), period);
    expect(forms).toEqual(["n", "s4a", "b"]);
    expect(forms.map((_, cell) => cellRows(table, 1, cell))).toEqual([0, 20, 0]);
  });
  it("is empty for a property without values", () => {
    expect(formTable(series({}, {}, {}, {}), period).table.cells).toBe(0);
  });
});
