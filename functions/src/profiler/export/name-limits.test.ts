import { expect, it } from "vitest";
import { createExportProfiler, type ExportStats } from "./export-profiler.js";
import { maxEvents, maxPropertiesPerEvent } from "../kernel/property-names.js";

const time = Date.UTC(2026, 2, 1, 12) / 1000;

function profiled(lines: readonly string[]): { stats: ExportStats; events: Map<string, number> } {
  const profiler = createExportProfiler({
    exportTimeBasis: "utc",
    timeZone: "UTC",
    days: { from: "2026-03-01", to: "2026-03-01" },
    hashKey: Buffer.from("a connection's secret"),
  });
  profiler.push(Buffer.from(lines.join("")));
  const profile = profiler.end();
  const events = [...profile.day("2026-03-01").events].map(
    ({ event, properties }) => [event, [...properties].length] as const,
  );
  return { stats: profile.stats, events: new Map(events) };
}

it("properties of an event beyond the limit are left out and counted", () => {
  const row = (names: number[]): string =>
    `{"event":"E","properties":{"time":${time},${names.map((name) => `"p${name}":1`).join(",")}}}\n`;
  const names = Array.from({ length: maxPropertiesPerEvent + 51 }, (_, i) => i);
  const { stats, events } = profiled([row(names.slice(0, 900)), row(names.slice(900)), row([3, 4, 5])]);
  // `time` counts as a property too.
  expect(stats).toMatchObject({ rows: 3, unlistedRows: 0, unlistedValues: 52, invalidLines: 0 });
  expect(events.get("E")).toBe(maxPropertiesPerEvent - 1);
});

it("events beyond the limit are left out and counted", () => {
  const lines = Array.from(
    { length: maxEvents + 7 },
    (_, i) => `{"event":"E${i}","properties":{"time":${time}}}\n`,
  );
  const { stats, events } = profiled([...lines, lines[0]!]);
  expect(stats).toMatchObject({ rows: maxEvents + 1, unlistedRows: 7, invalidLines: 0 });
  expect(events.size).toBe(maxEvents);
});

it("a name is counted once, however many ways it is written", () => {
  const spelled = (text: string, escaped: number): string =>
    Array.from(text, (char, i) =>
      (escaped >> i) & 1 ? `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}` : char,
    ).join("");
  const lines = Array.from(
    { length: 64 },
    (_, i) =>
      `{"event":"${spelled("Signed", i)}","properties":{"time":${time},"${spelled("plan_a", i)}":${i}}}\n`,
  );
  const { stats, events } = profiled(lines);
  expect(stats).toMatchObject({ rows: 64, unlistedValues: 0 });
  expect(events).toEqual(new Map([["Signed", 1]]));
});
