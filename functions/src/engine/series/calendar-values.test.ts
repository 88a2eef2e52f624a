import { describe, expect, it } from "vitest";
import { propertySeries } from "../testing/property-series.js";
import { isVersionLike } from "./self-changing.js";

const days = 28;
/** 20 rows on each of 28 days, all with the same value. */
const always = (property: string, value: unknown) =>
  propertySeries({
    property,
    rows: Array.from({ length: days }, () => 20),
    valuesByDay: Array.from({ length: days }, () => ({ [JSON.stringify(value)]: 20 })),
  });
const isDate = (property: string, value: unknown) => isVersionLike(always(property, value), 0, days);

describe("values follow the calendar", () => {
  it.each([
    "2026-05",
    "2026/05",
    "05/2026",
    "5.2026",
    "2026-W19",
    "2026W19",
    "KW 19 2026",
    "KW19/2026",
    "Week 19 2026",
    "2026-Q2",
    "2026Q2",
    "Q2 2026",
    "q2/2026",
    "H1 2026",
    "May",
    "Mai",
    "MAY",
    "Dec",
    "Dez.",
    "März",
    "mayo",
    "août",
    "May 2026",
    "May, 2026",
    "Mai '26",
    "2026 May",
    "May-2026",
    "1 May 2026",
    "1. Mai 2026",
    "May 1st, 2026",
    "05/01/2026",
    "1.5.2026",
  ])("if they are like %j, whatever the name", (value) => expect(isDate("about", value)).toBe(true));

  it.each([
    ["billing_month", 5],
    ["billingMonth", "05"],
    ["Month", "12"],
    ["month", 202605],
    ["fiscal_quarter", "Q2"],
    ["quarter", 2],
    ["week", 19],
    ["week", "W19"],
    ["model year", 2026],
    ["Monat", 5],
    ["Jahr", 2026],
  ])("if the name %s says so, like %j", (property, value) => expect(isDate(property, value)).toBe(true));

  it.each([
    ["about", 5],
    ["about", "5"],
    ["about", "2026"],
    ["about", "Q2"],
    ["about", "W19"],
    ["about", "Maybe"],
    ["about", "out"],
    ["about", "set"],
    ["about", "2026-13"],
    ["about", "13/2026"],
    ["about", "2026-W54"],
    ["about", "1/2"],
    ["about", "May the force be with you"],
    ["months_subscribed", 5],
    ["monthly", 5],
    ["weekday", 5],
    ["month", "pro"],
    ["month", 5.5],
    ["month", -5],
    ["month", 5_000_000],
    ["month", true],
  ])("but not %s like %j", (property, value) => expect(isDate(property, value)).toBe(false));

  it("if they are more than half of the values", () => {
    const mixed = (dates: number) =>
      propertySeries({
        property: "period",
        rows: Array.from({ length: days }, () => 100),
        valuesByDay: Array.from({ length: days }, () => ({
          '"2026-04"': dates - 10,
          '"2026-05"': 10,
          '"never"': 100 - dates,
        })),
      });
    expect(isVersionLike(mixed(51), 0, days)).toBe(true);
    expect(isVersionLike(mixed(50), 0, days)).toBe(false);
  });

  it("on the given days only, and on days of which some lack the property", () => {
    const series = propertySeries({
      property: "period",
      rows: [20, 20, 20, 20],
      valuesByDay: [{ '"a"': 20 }, { '"a"': 20 }, { '"2026-05"': 20 }, {}],
    });
    expect(isVersionLike(series, 2, 4)).toBe(true);
    expect(isVersionLike(series, 3, 4)).toBe(false);
    expect(isVersionLike(series, 0, 2)).toBe(false);
    expect(isVersionLike(series, 0, 4)).toBe(false);
  });
});
