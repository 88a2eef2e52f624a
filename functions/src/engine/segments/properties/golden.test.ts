import { describe, expect, test } from "vitest";
import fixtures from "../../fixtures/segments.json" with { type: "json" };
import { addDays } from "../../../common/days.js";
import { shareTable, type ShareTable } from "../../series/share-table.js";
import { eventSegments } from "../../testing/event-segments.js";
import { propertySeries, type ValuesByDay } from "../../testing/property-series.js";
import { causeSegment, shareCauseText } from "./share-cause-text.js";
import { segmentName } from "../../text/segment-name.js";
import { flaggedWindows } from "./check-property.js";
import { checkSegment } from "./check-segment.js";
import { baselineVariation, SegmentWindow } from "./segment-window.js";
import { propertyFinding } from "./property-finding.js";
import { cellsOf, readEvent, readSegment, type SegmentTableKind } from "./segment-counts.js";

/** Worked examples that were computed independently of this code. Every printed digit must match. */
describe.each(fixtures.shares.map((example) => example.title))("%s", (title) => {
  const example = fixtures.shares.find((one) => one.title === title)!;
  const segments = example.segments as unknown as Record<
    string,
    { values_by_day: ValuesByDay; counts: Record<string, number[]>; tables: Record<string, GoldenTable> }
  >;
  const names = Object.keys(segments);
  const days = segments[names[0]!]!.values_by_day.map((_, day) => addDays(example.first_day, day));
  const buckets = example.buckets as unknown as Record<string, number>;
  const counted = eventSegments(
    days,
    [
      {
        property: example.dimension,
        segments: Object.fromEntries(
          names.map((name) => [JSON.stringify(name), { [example.property]: segments[name]!.values_by_day }]),
        ),
      },
    ],
    (text) => buckets[text]!,
  );
  const dimension = counted.dimensions[0]!;
  const property = counted.property(0, example.property);
  const valuesByDay = days.map((_, day) => {
    const sums: Record<string, number> = {};
    for (const name of names)
      for (const [text, count] of Object.entries(segments[name]!.values_by_day[day]!))
        sums[text] = (sums[text] ?? 0) + count;
    return sums;
  });
  const rows = valuesByDay.map((values) => Object.values(values).reduce((sum, count) => sum + count, 0));
  const series = propertySeries({ property: example.property, rows, valuesByDay });
  const period = { from: 0, split: days.length - example.check_back_days, end: days.length };
  const settings = {
    checkBackDays: example.check_back_days,
    threshold: example.threshold,
    hasTraffic: true,
    isPlanned: false,
  };

  const cases = names.flatMap((name) =>
    (["empty", "type", "bucket"] as const).map((kind) => ({ name, kind })),
  );
  test.each(cases)("checks $kind inside $name", ({ name, kind }) => {
    const golden = segments[name]!.tables[kind]!;
    const value = names.indexOf(name);
    const { table, outside } = tablesOf(kind, value);
    expect([...table.dispersion].map((one) => round(one, 6))).toEqual(golden.dispersion);
    const checked = checkSegment(kind, table, outside, settings);
    const known = golden.windows
      .filter((one) => one.judged !== false)
      .map(({ step_day, ...one }) => (one.step > 0 ? { ...one, step_day } : one));
    expect(
      checked.map((window) => ({
        days: window.length,
        rows: window.rows,
        rows_in_baseline: window.baselineRows,
        effect: round(window.effect, 6),
        z: round(window.z, 4),
        baseline_variation: round(window.variation ?? variationOf(table, window.length), 6),
        step: round(window.step, 6),
        // If nothing changed, no day stands out.
        ...(round(window.step, 6) > 0 && { step_day: days[window.stepDay] }),
        outside_effect: round(window.outsideEffect, 6),
        severity: window.severity,
      })),
    ).toEqual(known);
  });

  test("names the segment and its cause", () => {
    const segments = dimension.values.map((value, place) => ({
      ...value,
      value: place,
      baselineRows: 1000 - place,
      isNearlyAll: false,
    }));
    const eventDimension = { place: 0, rows: dimension, segments };
    const segmented = { series, period, counted: new Map([[eventDimension, property]]) };
    const finding = propertyFinding(segmented, flaggedWindows(segmented, { isDimension: false }, settings))!;
    expect({
      segment: `$os = ${segmentName(finding.segment)}`,
      table: finding.kind,
      of: finding.of,
      severity: finding.window.severity,
      days: finding.window.length,
      first_bad_day: days[finding.window.stepDay],
      effect: round(finding.window.effect, 6),
      z: round(finding.window.z, 4),
      baseline_variation: round(finding.window.variation!, 6),
      outside_effect: round(finding.window.outsideEffect, 6),
    }).toEqual(example.finding);
    const cause = finding.cause!;
    const { text, ...figures } = example.cause;
    expect({
      segment: causeSegment(cause),
      bad: cause.bad,
      part: round(cause.part, 6),
      usual: round(cause.usual, 6),
      inside: round(cause.inside, 6),
      outside: round(cause.outside, 6),
      before: round(cause.before, 6),
      now: round(cause.now, 6),
    }).toEqual(figures);
    expect(shareCauseText(cause, "events")).toBe(text);
  });

  function tablesOf(kind: SegmentTableKind, value: number) {
    const cells = cellsOf[kind];
    const [inside, event] = [new Float64Array(days.length * cells), new Float64Array(days.length * cells)];
    readSegment(kind, dimension, property, value, period, inside);
    readEvent(kind, series, property, period, event);
    const outside = event.map((count, at) => count - inside[at]!);
    return {
      table: shareTable(kind === "empty" ? "nulls" : "values", inside, cells, period.split),
      outside: shareTable(kind === "empty" ? "nulls" : "values", outside, cells, period.split),
    };
  }
});

/** The largest past change, which the rule computes only for windows that are otherwise findings. */
const variationOf = (table: ShareTable, length: number): number =>
  baselineVariation(new SegmentWindow(table, true), length) ?? 0;

type GoldenTable = { dispersion: number[]; windows: { judged?: boolean; step: number; step_day: string }[] };

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits)) + 0;
}
