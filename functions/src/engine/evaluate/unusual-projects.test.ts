import { describe, expect, test } from "vitest";
import { weekdayOf } from "../../common/days.js";
import type { ResultRow } from "../../contract/results.js";
import { selected } from "../testing/count-history.js";
import { eventSegments } from "../testing/event-segments.js";
import { propertyDay, propertySeries, type ValuesByDay } from "../testing/property-series.js";
import { daysUntil, seriesReader } from "../testing/series-reader.js";
import { evaluateRun } from "./evaluate-run.js";

/** Small projects of a shape that a rule can easily be blind to, each with one fault. */
const days = daysUntil("2026-04-30", 61);

/** Numbers in 0–1 that are the same in every run. */
function noise(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/** The rows of one event's checks: of its count and, if it has any empty values, of one property. */
function rowsOf(counts: readonly number[], empty: readonly number[] | null = null): ResultRow[] {
  return evaluateRun({
    lastDay: days.at(-1)!,
    detectors: (["event_count_change", "event_property_null_rate"] as const).map((key) => selected(key)),
    counts: { days, events: new Map([["Purchase", counts]]) },
    aggregates: {
      days,
      events: () => ["Purchase"],
      rows: () => counts,
      properties: () => (empty ? ["plan"] : []),
      series: (parent, property) => ({
        property,
        parent,
        rows: counts,
        days: counts.map((rows, day) => propertyDay(rows, { '"pro"': rows - (empty?.[day] ?? 0) })),
      }),
    },
    profiles: null,
    previous: null,
  }).detectors.flatMap(({ rows }) => rows.map(({ row }) => row));
}

describe.each([
  ["comes every day", 1],
  ["has a tenth of its rows on weekends", 0.1],
  ["is closed on weekends", 0],
])("an event that %s", (_, weekend) => {
  /** About 1,000 rows a day until a Thursday. */
  const usual = (spread: number): number[] => {
    const random = noise(7);
    return days.map((day) =>
      Math.round((weekdayOf(day) < 5 ? 1000 : 1000 * weekend) * (1 + spread * (random() * 2 - 1))),
    );
  };
  const onLastDays = (counts: readonly number[], length: number, factor: number): number[] =>
    counts.map((rows, day) => Math.round(day >= days.length - length ? rows * factor : rows));

  test.each([
    [0.2, 1, "warning"],
    [0.2, 2, "warning"],
    [0.2, 3, "warning"],
    [0.33, 1, "alert"],
    [0.33, 2, "alert"],
    [0.33, 7, "alert"],
  ])("and has no value on %f of the rows of %i days: %s", (part, length, severity) => {
    const counts = usual(0.05);
    const empty = counts.map((rows, day) => (day >= days.length - length ? Math.round(part * rows) : 0));
    const found = rowsOf(counts, empty).find(({ entity }) => entity === "plan");
    expect(found).toMatchObject({ severity, parent: "Purchase" });
  });

  test.each([
    [0.05, 1],
    [0.05, 3],
    [0.2, 1],
    [0.2, 3],
  ])("varies by %f and loses seven tenths on %i days: alert", (spread, length) => {
    const [row] = rowsOf(onLastDays(usual(spread), length, 0.3));
    expect(row).toMatchObject({ severity: "alert", entity: "Purchase" });
  });

  test.each([0.05, 0.2])("varies by %f and has no fault: nothing", (spread) => {
    const counts = usual(spread);
    const severities = rowsOf(
      counts,
      counts.map(() => 0),
    ).map(({ severity }) => severity);
    expect(severities.filter((severity) => severity === "alert" || severity === "warning")).toEqual([]);
    expect(severities).toContain("normal");
  });
});

test("rows on a day on which an event is always closed are a rise", () => {
  const counts = days.map((day) => (day === days.at(-1) ? 200 : weekdayOf(day) === 3 ? 0 : 1000));
  expect(rowsOf(counts)[0]).toMatchObject({ severity: "alert", observed: 200, first_bad_day: "2026-04-30" });
});

describe("four events that come with two values of a property, about 50 times a day", () => {
  const others = ["Login", "Search", "View"];

  /** The flagged rows if Order has the values `now` on the last 3 days. */
  function flaggedOf(property: string, usual: (rows: number) => Values, now: (rows: number) => Values) {
    const valuesOf = (event: string): ValuesByDay =>
      days.map((_, day) => {
        const rows = 48 + ((day * 5) % 4);
        return event === "Order" && day >= days.length - 3 ? now(rows) : usual(rows);
      });
    const series = [...others, "Order"].map((parent) => {
      const valuesByDay = valuesOf(parent);
      const rows = valuesByDay.map((values) => Object.values(values).reduce((sum, count) => sum + count, 0));
      return propertySeries({ property, parent, rows, valuesByDay });
    });
    const segmentsOf = (event: string) => {
      const valuesByDay = valuesOf(event);
      const texts = [...new Set(valuesByDay.flatMap((values) => Object.keys(values)))];
      const inside = (text: string) => valuesByDay.map((values) => ({ [text]: values[text] ?? 0 }));
      const segments = Object.fromEntries(texts.map((text) => [text, { [property]: inside(text) }]));
      return eventSegments(days, [{ property, segments }]);
    };
    const aggregates = { ...seriesReader(days, series), segments: segmentsOf };
    return evaluateRun({
      lastDay: days.at(-1)!,
      detectors: (["event_count_change", "event_property_distribution"] as const).map((key) => selected(key)),
      counts: { days, events: new Map(series.map(({ parent, rows }) => [parent!, rows])) },
      aggregates,
      profiles: null,
      previous: null,
    })
      .detectors.flatMap(({ rows }) => rows.map(({ row }) => row))
      .filter(({ severity }) => severity === "alert" || severity === "warning");
  }
  type Values = Readonly<Record<string, number>>;

  const half = (rows: number) => Math.floor(rows / 2);
  const platforms = (rows: number): Values => ({ '"android"': rows - half(rows), '"ios"': half(rows) });
  const shift = (entity: string) => ({
    severity: "alert",
    detector: "event_property_distribution",
    entity,
    parent: "Order",
    first_bad_day: days.at(-3),
  });

  test("a value in another spelling is a shift of its property, and no event is lost", () => {
    const renamed = (rows: number): Values => ({ '"android"': rows - half(rows), '"iOS"': half(rows) });
    const flagged = flaggedOf("platform", platforms, renamed);
    expect(flagged).toHaveLength(1);
    expect(flagged[0]).toMatchObject(shift("platform"));
  });

  test("a flag that is negated is a shift of the flag, and no event is lost", () => {
    const flag = (often: string, rarely: string) => (rows: number) => ({
      [often]: rows - Math.round(rows / 10),
      [rarely]: Math.round(rows / 10),
    });
    const flagged = flaggedOf("ok", flag("true", "false"), flag("false", "true"));
    expect(flagged).toHaveLength(1);
    expect(flagged[0]).toMatchObject(shift("ok"));
  });

  test("the events of a platform that are really lost are a finding of the event on that platform", () => {
    const flagged = flaggedOf("platform", platforms, (rows) => ({ '"android"': rows - half(rows) }));
    expect(flagged).toHaveLength(1);
    expect(flagged[0]).toMatchObject({ severity: "alert", detector: "event_count_change", entity: "Order" });
    expect(flagged[0]!.cause).toContain("platform = ios");
  });
});
