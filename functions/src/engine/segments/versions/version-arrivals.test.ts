import { expect, it } from "vitest";
import { propertySeries } from "../../testing/property-series.js";
import { daysUntil, seriesReader } from "../../testing/series-reader.js";
import { versionArrivals } from "./version-arrivals.js";

const days = daysUntil("2026-10-14", 5);
const series = (property: string, newRows: readonly number[]) =>
  propertySeries({
    property,
    rows: days.map(() => 1_000),
    valuesByDay: newRows.map((rows) => ({ '"4.1.0"': 1_000 - rows, '"4.2.0"': rows })),
  });

it("a version arrives on the day on which 5% of the events have it", () => {
  expect(versionArrivals(seriesReader(days, [series("app_version", [0, 10, 49, 50, 20])]))).toEqual([
    { day: "2026-10-10", name: '"4.1.0"' },
    { day: "2026-10-13", name: '"4.2.0"' },
  ]);
  expect(versionArrivals(seriesReader(days, [series("plan", [0, 0, 0, 500, 500])]))).toEqual([]);
});
