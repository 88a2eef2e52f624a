import { describe, expect, test } from "vitest";
import { addDays, weekdayOf } from "../../../common/days.js";
import { propertySeries } from "../../testing/property-series.js";
import { daysUntil, seriesReader } from "../../testing/series-reader.js";
import { chooseFromSample, daysToSample } from "./sampled-weeks.js";

describe("the days to sample of a baseline", () => {
  test.each(daysUntil("2026-10-14", 7))(
    "that ends on %s are one of each week, from Monday to Thursday",
    (to) => {
      const days = daysToSample(addDays(to, -27), to);
      expect(days.map(weekdayOf)).toEqual([3, 2, 1, 0]);
      days.forEach((day, week) => {
        expect(day > addDays(to, -7 * (4 - week))).toBe(true);
        expect(day <= addDays(to, -7 * (3 - week))).toBe(true);
      });
    },
  );

  test("are none if fewer than three weeks can be read", () => {
    expect(daysToSample("2026-09-25", "2026-10-14")).toHaveLength(3);
    expect(daysToSample("2026-10-01", "2026-10-14")).toEqual([]);
  });
});

describe("choosing dimensions from a sample", () => {
  const days = daysUntil("2026-10-14", 4);
  const seriesOf = (property: string, valuesByDay: Record<string, number>[]) =>
    propertySeries({ property, parent: "Order", rows: days.map(() => 60), valuesByDay });
  const chosen = (...series: ReturnType<typeof seriesOf>[]) =>
    chooseFromSample(seriesReader(days, series)).dimensions.map(({ property }) => property);

  test("takes events that have 300 rows in four weeks, though not on the sampled days", () => {
    expect(chosen(seriesOf("$os", Array(4).fill({ '"iOS"': 40, '"Android"': 20 })))).toEqual(["$os"]);
  });

  test("excludes a property whose mix changes from week to week", () => {
    const weekly = days.map((_, week) => ({ [`"week ${week}"`]: 40, '"other"': 20 }));
    expect(chosen(seriesOf("kind", weekly))).toEqual([]);
  });
});
