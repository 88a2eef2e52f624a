import { describe, expect, test } from "vitest";
import { eventSegments } from "../../testing/event-segments.js";
import { propertySeries } from "../../testing/property-series.js";
import { daysUntil, seriesReader } from "../../testing/series-reader.js";
import { segmentName } from "../../text/segment-name.js";
import { CountSegments } from "./project-segments.js";

const lastDay = "2026-10-14";
const days = daysUntil(lastDay, 35);
const settings = { lastDay, checkBackDays: 7, thresholdPercent: 30 } as const;
const clients: Readonly<Record<string, string>> = {
  iOS: "swift",
  macOS: "swift",
  Web: "js",
  Android: "kotlin",
};
const usual: Readonly<Record<string, number>> = { iOS: 330, macOS: 50, Web: 400, Android: 220 };

describe("when two dimensions show the same loss", () => {
  test("the segment that lost all its events is named, although its library lost a few more events", () => {
    const found = findings((platform) => (platform === "iOS" ? 0 : platform === "macOS" ? 0.9 : 1));
    expect(found).toEqual(["$os = iOS"]);
  });

  test("the platform is named if its library fell as much, since it is the earlier dimension", () => {
    expect(findings((platform) => (platform === "Android" ? 0 : 1))).toEqual(["$os = Android"]);
  });

  test("the library is named if it lost clearly more", () => {
    expect(findings((platform) => (clients[platform] === "swift" ? 0 : 1))).toEqual(["mp_lib = swift"]);
  });
});

describe("when events are normally off by a quarter", () => {
  test("the loss of half of one platform's events is found in its share of the event", () => {
    expect(findings((platform) => (platform === "Android" ? 0.5 : 1), { noise: 0.4 })).toEqual([
      "$os = Android",
    ]);
  });

  test("the loss of half of an event on all platforms is not a finding inside any", () => {
    expect(findings(() => 0.5, { noise: 0.4 })).toEqual([]);
  });

  test("a platform that loses half of all events has no finding in any event", () => {
    const fall = (platform: string) => (platform === "Android" ? 0.55 : 1);
    expect(findings(fall, { noise: 0.4, falling: ["A", "B", "C", "D", "E"] })).toEqual([]);
  });
});

describe("in projects with too few events to compare a segment with", () => {
  test.each([[["A"]], [["A", "B"]], [["A", "B", "C"]]])("of %s, A stops on Android alone", (events) => {
    expect(findings((platform) => (platform === "Android" ? 0 : 1), { events })).toEqual(["$os = Android"]);
  });

  test("an event that falls on all platforms alike has no finding inside any", () => {
    expect(findings(() => 0.4, { events: ["A"] })).toEqual([]);
  });
});

/** The findings if the `falling` events keep only `part` of their usual count on the last two days. */
function findings(
  part: (platform: string) => number,
  {
    noise = 0,
    falling = ["A"],
    events = ["A", "B", "C", "D", "E"],
  }: { noise?: number; falling?: readonly string[]; events?: readonly string[] } = {},
): string[] {
  const valuesOf = (event: string, name: (platform: string) => string) =>
    days.map((_, day) => {
      const values: Record<string, number> = {};
      for (const [platform, rows] of Object.entries(usual)) {
        const kept = falling.includes(event) && day >= days.length - 2 ? part(platform) : 1;
        const offBy = 1 + noise * Math.sin(event.charCodeAt(0) * 7 + day * day);
        const text = JSON.stringify(name(platform));
        if (kept > 0) values[text] = (values[text] ?? 0) + Math.round(rows * kept * offBy);
      }
      return values;
    });
  const dimensions = [
    { property: "$os", name: (platform: string) => platform },
    { property: "mp_lib", name: (platform: string) => clients[platform]! },
  ];
  const series = events.flatMap((parent) =>
    dimensions.map(({ property, name }) => {
      const valuesByDay = valuesOf(parent, name);
      const rows = valuesByDay.map((values) => Object.values(values).reduce((sum, count) => sum + count, 0));
      return propertySeries({ property, parent, rows, valuesByDay });
    }),
  );
  const counted = eventSegments(
    days,
    dimensions.map(({ property, name }) => ({
      property,
      segments: Object.fromEntries(
        Object.keys(usual).map((platform) => [
          JSON.stringify(name(platform)),
          { [property]: days.map(() => ({})) },
        ]),
      ),
    })),
  );
  const checked = new CountSegments(days, settings);
  checked.add({ ...seriesReader(days, series), segments: () => counted });
  const found = checked.findings();
  return [...found.values()].map(({ dimension, segment }) => `${dimension} = ${segmentName(segment)}`);
}
