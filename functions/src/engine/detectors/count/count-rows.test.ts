import { expect, test } from "vitest";
import { evaluateRun } from "../../evaluate/evaluate-run.js";
import { eventSegments } from "../../testing/event-segments.js";
import { propertySeries } from "../../testing/property-series.js";
import { daysUntil, seriesReader } from "../../testing/series-reader.js";

const lastDay = "2026-10-14";
const days = daysUntil(lastDay, 63);
const aggregated = days.slice(-35);
const usual: Readonly<Record<string, number>> = { iOS: 80, Web: 600, Android: 320 };
const newest = 2;

test.each([
  ["one segment's for a finding inside it", 80, ["iOS"]],
  ["all segments' together for a finding on the whole", 500, ["iOS", "Web", "Android"]],
])("the expected events in the table add up to those in the sentence: %s", (_title, ios, summed) => {
  const { row, breakdown } = finding({ ...usual, iOS: ios });
  const segments = breakdown!.segments.filter(({ value }) => summed.includes(value!));
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  expect(newest * sumOf(segments.map(({ before }) => before))).toBeCloseTo(row.expected!, 1);
  const daily = segments.flatMap(({ expectedDaily }) => expectedDaily!.slice(-newest).map((value) => value!));
  expect(sumOf(daily)).toBeCloseTo(row.expected!, 1);
});

/** The only finding among twelve events that lost a tenth on the last two days; A also lost all of iOS. */
function finding(platforms: Readonly<Record<string, number>>) {
  const events = Array.from("ABCDEFGHIJKL");
  const rowsOf = (event: string, platform: string, day: number) => {
    const isNew = day >= days.length - newest;
    if (isNew && event === "A" && platform === "iOS") return 0;
    return Math.round(platforms[platform]! * (isNew ? 0.9 : 1)) + (day % 3);
  };
  const names = Object.keys(platforms);
  const totals = (event: string) =>
    days.map((_, day) => names.reduce((sum, platform) => sum + rowsOf(event, platform, day), 0));
  const series = events.map((parent) =>
    propertySeries({
      property: "$os",
      parent,
      rows: totals(parent).slice(-aggregated.length),
      valuesByDay: aggregated.map((_, day) =>
        Object.fromEntries(
          names.map((platform) => [
            JSON.stringify(platform),
            rowsOf(parent, platform, days.length - aggregated.length + day),
          ]),
        ),
      ),
    }),
  );
  const segments = Object.fromEntries(
    names.map((platform) => [JSON.stringify(platform), { $os: aggregated.map(() => ({})) }]),
  );
  const counted = eventSegments(aggregated, [{ property: "$os", segments }]);
  const { detectors } = evaluateRun({
    lastDay,
    detectors: [{ key: "event_count_change", settings: { checkBackDays: 7, thresholdPercent: 30 } }],
    counts: { days, events: new Map(events.map((event) => [event, totals(event)])) },
    aggregates: { ...seriesReader(aggregated, series), segments: () => counted },
    profiles: null,
    previous: null,
  });
  const found = detectors[0]!.rows.filter(({ row }) => row.severity === "alert");
  expect(found.map(({ row }) => row.entity)).toEqual(["A"]);
  return { row: found[0]!.row, breakdown: found[0]!.breakdown };
}
