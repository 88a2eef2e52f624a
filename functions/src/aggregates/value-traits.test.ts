import { describe, expect, it } from "vitest";
import { binLimits, formOf, isNullLike, isVersionText, numberBin } from "./value-traits.js";

describe("numberBin", () => {
  it.each([
    [0, 0],
    [-0, 0],
    [1, 5000],
    [-1, -5000],
    [2, 5004],
    [100, 5027],
    [0.5, 4996],
    [Number.MIN_VALUE, 704],
    [Number.MAX_VALUE, 9096],
    [Infinity, 9096],
    [-Infinity, -9096],
  ])("puts %s into bin %s", (value, bin) => {
    expect(numberBin(value)).toBe(bin);
  });

  it("keeps the order of size across signs and exponents", () => {
    const values = [-1e300, -7, -0.2, -1e-300, 0, 1e-300, 0.2, 7, 1e300];
    const bins = values.map(numberBin);
    expect(bins).toEqual([...bins].sort((a, b) => a - b));
    expect(new Set(bins).size).toBe(values.length);
  });

  it.each([1, 3.7, 0.004, 52_310, -12, -0.6])("gives limits that hold %s", (value) => {
    const { from, to } = binLimits(numberBin(value));
    expect(value).toBeGreaterThanOrEqual(from);
    expect(value).toBeLessThan(to);
  });
});

describe("formOf", () => {
  it.each([
    ["s", "search", "s5a"],
    ["s", "ads", "s4a"],
    ["s", "mail", "s4a"],
    ["s", "12.50", "s5d"],
    ["s", "a1", "s3da"],
    ["s", "…", "s2"],
    ["s", "é", "s2"],
    ["s", "😀", "s3"],
    ["s", "٣", "s2"],
    ["n", "12.50", "n"],
    ["b", "true", "b"],
    ["l", '["a"]', "l"],
    ["o", "{}", "o"],
  ] as const)("of a %s %j is %s", (type, text, form) => {
    expect(formOf(type, text)).toBe(form);
  });
});

describe("isNullLike", () => {
  it.each(["undefined", "null", "NULL", "N/A", "n/a", "None", " NaN ", "nan\n"])("takes %j", (text) => {
    expect(isNullLike(text)).toBe(true);
  });
  it.each(["", "0", "false", "unknown", "nil", "nanny", "n / a", "-"])("leaves %j", (text) => {
    expect(isNullLike(text)).toBe(false);
  });
});

describe("isVersionText", () => {
  it.each([
    "2.40.1",
    "v2.4",
    "v1.2.3.4",
    "10.0.1-beta.2",
    "1.2.3+45",
    "1.2.3 (77)",
    "2026-10-14",
    "2026-10-14T08:00:00Z",
  ])("takes %j", (text) => {
    expect(isVersionText(text)).toBe(true);
  });
  it.each([
    "12.5",
    "12.5 kg",
    "v2",
    "1.2.3.4.5",
    "2026-13-01",
    "2026-10-145",
    "5551-23-45",
    "10/14/2026",
    "release 1.2.3",
    "",
  ])("leaves %j", (text) => {
    expect(isVersionText(text)).toBe(false);
  });
});
