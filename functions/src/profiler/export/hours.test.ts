import { expect, it } from "vitest";
import { hoursOf } from "../../common/hours.js";
import { encodeDay } from "../encoding/encode-day.js";
import { openAggregates } from "../encoding/open-aggregates.js";
import { createExportProfiler } from "./export-profiler.js";

const timeZone = "America/New_York";

it.each([
  ["2026-03-07", 24],
  ["2026-03-08", 23],
  ["2026-11-01", 25],
])("rows are counted by hour of the project's day: %s has %i", (day, count) => {
  const starts = hoursOf(day, timeZone);
  expect(starts).toHaveLength(count);
  const profiler = createExportProfiler({
    exportTimeBasis: "utc",
    timeZone,
    days: { from: day, to: day },
    hashKey: Buffer.from("a connection's secret"),
  });
  // One row more in each hour, at its first, last or another second.
  const lines = starts.flatMap((start, hour) =>
    Array.from({ length: hour }, (_, row) => {
      const time = start / 1000 + [0, 3599, 60 * row][row % 3]!;
      return `${JSON.stringify({ event: "E", properties: { time, row } })}\n`;
    }),
  );
  profiler.push(Buffer.from(lines.join("")));
  const opened = openAggregates([{ day, bytes: encodeDay(profiler.end().day(day)) }]);
  expect(opened.hours!("E")).toEqual([Array.from({ length: count }, (_, hour) => hour)]);
});

it("reads days that were stored before hours were counted, which are unknown there", () => {
  const day = "2026-03-01";
  const bytes = encodeDay({ day, events: [{ event: "E", rows: 9, properties: [] }] });
  // "PLD5" has no hours: two bytes, for none, before the number of properties.
  const old = Buffer.concat([Buffer.from("PLD5"), bytes.subarray(4, -3), bytes.subarray(-1)]);
  for (const stored of [bytes, old]) {
    const opened = openAggregates([{ day, bytes: stored }]);
    expect([opened.rows("E"), opened.hours!("E"), opened.properties("E")]).toEqual([[9], [null], []]);
  }
});
