import { describe, expect, it } from "vitest";
import { eventSegments } from "../../testing/event-segments.js";
import { propertySeries } from "../../testing/property-series.js";
import { daysUntil, seriesReader } from "../../testing/series-reader.js";
import type { AggregateReader } from "../../../aggregates/model.js";
import { VersionArrivals } from "./version-arrivals.js";

function versionArrivals(reader: AggregateReader) {
  const versions = new VersionArrivals(reader.days);
  versions.add(reader);
  return versions.arrivals();
}

const days = daysUntil("2026-10-14", 5);
const series = (property: string, newRows: readonly number[]) =>
  propertySeries({
    property,
    rows: days.map(() => 1_000),
    valuesByDay: newRows.map((rows) => ({ '"4.1.0"': 1_000 - rows, '"4.2.0"': rows })),
  });
const value = (name: string) => ({ hash: name, name: JSON.stringify(name) });

describe("a version arrives", () => {
  it("on the day on which 5% of all events have it, if platforms aren't known", () => {
    expect(versionArrivals(seriesReader(days, [series("app_version", [0, 10, 49, 50, 20])]))).toEqual([
      { day: "2026-10-10", name: '"4.1.0"', platform: null },
      { day: "2026-10-13", name: '"4.2.0"', platform: null },
    ]);
    expect(versionArrivals(seriesReader(days, [series("plan", [0, 0, 0, 500, 500])]))).toEqual([]);
  });

  it("on a platform on the day on which 5% of the platform's events have it, however few these are", () => {
    const pairs = [
      { platform: value("Android"), version: value("4.1.0") },
      { platform: value("Android"), version: value("4.2.0") },
      { platform: value("iOS"), version: value("4.1.0") },
    ];
    const perDay = [
      [200, 0, 800],
      [195, 5, 800],
      [190, 10, 800],
      [150, 50, 800],
      [100, 100, 800],
    ];
    const reader = {
      ...seriesReader(days, [series("app_version", [0, 5, 10, 50, 100])]),
      segments: () => ({
        ...eventSegments(days, []),
        versions: {
          version: "app_version",
          platform: "$os",
          pairs,
          rows: Uint32Array.from(perDay.flat()),
        },
      }),
    };
    expect(versionArrivals(reader)).toEqual([
      { day: "2026-10-10", name: '"4.1.0"', platform: null },
      { day: "2026-10-12", name: '"4.2.0"', platform: '"Android"' },
    ]);
  });
});
