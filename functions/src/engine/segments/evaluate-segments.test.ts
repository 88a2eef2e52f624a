import { describe, expect, test } from "vitest";
import type { DetectorKey } from "../../contract/detectors.js";
import { evaluateRun } from "../evaluate/evaluate-run.js";
import fixtures from "../fixtures/segments.json" with { type: "json" };
import { addDays } from "../../common/days.js";
import type { AggregateReader } from "../../aggregates/model.js";
import { eventSegments } from "../testing/event-segments.js";
import { propertySeries, type ValuesByDay } from "../testing/property-series.js";
import { daysUntil, seriesReader } from "../testing/series-reader.js";

/** On the whole, nulls would be a warning from a third of this threshold. */
const settings = { checkBackDays: 7, thresholdPercent: 50 } as const;
const detectors = (
  ["event_property_stopped", "event_property_null_rate", "event_property_distribution"] as DetectorKey[]
).map((key) => ({ key, settings }));

describe("a run over events with segments", () => {
  test("a property that one platform lost is reported in the property's own row", () => {
    const { aggregates, lastDay } = exampleOf(0, ["Order"]);
    const [before, now] = [run(without(aggregates), lastDay), run(aggregates, lastDay)];
    expect(before.flagged).toEqual([]);
    expect(now.totalRows).toBe(before.totalRows);
    const [finding] = now.flagged;
    expect(now.flagged).toHaveLength(1);
    expect(finding!.row).toMatchObject({
      severity: "alert",
      entity: "plan",
      parent: "Order",
      detector: "event_property_null_rate",
      first_bad_day: "2026-10-12",
      days: 3,
      observed: 100,
      expected: 2.8,
      change_pct: 99.9,
      z: 38.49,
      z_needed: 8,
      usual_pct: 0.8,
      provisional: false,
      cause: "$os = Android: 97% of the missing values (15% of all events); inside 3% → 100%, elsewhere 0%",
      reason:
        "`plan`: 100% of Android's Order events have had no plan since Oct 12 (3% before); elsewhere 0%. $os = Android is 15% of these events.",
    });
    expect(finding!.segment).toEqual({ dimension: "$os", value: "Android" });
    const android = finding!.breakdown!.segments.find(({ value }) => value === "Android")!;
    expect(android).toMatchObject({ isNamed: true, after: 1 });
    expect(android.part).toBeGreaterThan(0.95);
  });

  test("a property that is flagged on the whole keeps its figures and gets the segment as its cause", () => {
    const { aggregates, lastDay } = exampleOf(1, ["Order"]);
    const [before, now] = [run(without(aggregates), lastDay), run(aggregates, lastDay)];
    expect(before.flagged).toHaveLength(1);
    expect(now.flagged).toHaveLength(1);
    const { cause, ...figures } = now.flagged[0]!.row;
    expect(figures).toEqual({ ...before.flagged[0]!.row, cause: undefined });
    expect(cause).toContain("$os = Android");
    expect(now.flagged[0]!.segment).toBeNull();
  });

  test("three events that lost a property on one platform are one finding", () => {
    const { aggregates, lastDay } = exampleOf(0, ["A", "B", "C"]);
    const { flagged, folded } = run(aggregates, lastDay);
    expect(flagged.map(({ row }) => [row.entity, row.parent, row.observed, row.cause])).toEqual([
      ["$os = Android", null, 3, "$os = Android"],
    ]);
    expect(folded).toHaveLength(3);
  });
});

describe("the value that is the cause", () => {
  const days = daysUntil("2026-10-14", 35);
  /** 60% of the events of one type lack a plan on the last 3 days. */
  const causeWith = (rows: { Victim: number; Witness: number }, lost = 0.6, badDays = 3): string | null => {
    const planOf = (type: keyof typeof rows) =>
      days.map((_, day) => {
        const missing = type === "Victim" && day >= days.length - badDays ? lost : 0;
        return { '"a"': rows[type] * (1 - missing), null: rows[type] * missing };
      });
    const [ofVictims, ofWitnesses] = [planOf("Victim"), planOf("Witness")];
    const all = days.map(() => rows.Victim + rows.Witness);
    const series = [
      propertySeries({
        property: "type",
        rows: all,
        valuesByDay: days.map(() => ({ '"Victim"': rows.Victim, '"Witness"': rows.Witness })),
      }),
      propertySeries({
        property: "plan",
        rows: all,
        valuesByDay: days.map((_, day) => ({
          '"a"': ofVictims[day]!['"a"'] + ofWitnesses[day]!['"a"'],
          null: ofVictims[day]!.null,
        })),
      }),
    ];
    const counted = eventSegments(days, [
      { property: "type", segments: { '"Victim"': { plan: ofVictims }, '"Witness"': { plan: ofWitnesses } } },
    ]);
    const { flagged } = run({ ...seriesReader(days, series), segments: () => counted }, days.at(-1)!);
    expect(flagged.map(({ row }) => [row.entity, row.detector])).toEqual([
      ["plan", "event_property_null_rate"],
    ]);
    return flagged[0]!.row.cause;
  };

  test("can have 10 events, beside 20 others", () => {
    expect(causeWith({ Victim: 12, Witness: 20 }, 1, 1)).toContain(
      "have type = Victim (38% of all events); inside 0% → 100%, elsewhere 0%",
    );
    expect(causeWith({ Victim: 9, Witness: 23 }, 1, 1)).toBeNull();
  });

  test("doesn't have nearly all events", () => {
    expect(causeWith({ Victim: 300, Witness: 300 })).toContain("type = Victim");
    expect(causeWith({ Victim: 475, Witness: 125 })).toContain("type = Victim");
    expect(causeWith({ Victim: 485, Witness: 115 })).toBeNull();
  });
});

describe('"none" inside a segment', () => {
  const days = daysUntil("2026-10-14", 35);
  /** What is found if iOS, a fifth of the events, sends `now` on the last 3 days and everybody `usual` before. */
  const findings = (usual: Record<string, number>, now: Record<string, number>) => {
    const times = (values: Record<string, number>, factor: number) =>
      Object.fromEntries(Object.entries(values).map(([text, rows]) => [text, rows * factor]));
    const ofIos = days.map((_, day) => (day >= days.length - 3 ? now : usual));
    const ofWeb = days.map(() => times(usual, 4));
    const platforms = days.map(() => ({ '"iOS"': 100, '"Web"': 400 }));
    const coupons = days.map((_, day) => {
      const sums: Record<string, number> = { ...ofWeb[day] };
      for (const [text, rows] of Object.entries(ofIos[day]!)) sums[text] = (sums[text] ?? 0) + rows;
      return sums;
    });
    const rows = days.map(() => 500);
    const counted = eventSegments(days, [
      { property: "$os", segments: { '"iOS"': { coupon: ofIos }, '"Web"': { coupon: ofWeb } } },
    ]);
    const series = [
      propertySeries({ property: "$os", rows, valuesByDay: platforms }),
      propertySeries({ property: "coupon", rows, valuesByDay: coupons }),
    ];
    const { flagged } = run({ ...seriesReader(days, series), segments: () => counted }, days.at(-1)!);
    return flagged.map(({ row }) => [row.detector, row.cause?.split(":")[0], row.reason]);
  };
  const shifted = ["event_property_distribution", "$os = iOS", expect.stringContaining("values")];

  test.each(["none", "N/A"])("is a value if the property had it before: %s", (word) => {
    const text = JSON.stringify(word);
    expect(findings({ [text]: 40, '"ten"': 60 }, { [text]: 45, '"ten"': 55 })).toEqual([]);
    const [finding] = findings({ [text]: 20, '"ten"': 80 }, { [text]: 95, '"ten"': 5 });
    expect(finding).toEqual(shifted);
    expect(finding![2]).not.toMatch(/no coupon|undefined/);
  });

  test("is no value if the property never had it, and neither are placeholders", () => {
    const usual = { '"ten"': 60, '"twenty"': 40 };
    expect(findings(usual, { '"none"': 90, '"ten"': 10 })[0]![2]).toMatch(/undefined/);
    const withNone = { '"none"': 30, '"ten"': 70 };
    expect(findings(withNone, { '"undefined"': 90, '"none"': 3, '"ten"': 7 })[0]![2]).toMatch(/undefined/);
  });
});

/** Aggregates in which each of the given events has the data of a worked example. */
function exampleOf(
  index: number,
  events: readonly string[],
): { aggregates: AggregateReader; lastDay: string } {
  const example = fixtures.shares[index]!;
  const segments = example.segments as unknown as Record<string, { values_by_day: ValuesByDay }>;
  const names = Object.keys(segments);
  const days = segments[names[0]!]!.values_by_day.map((_, day) => addDays(example.first_day, day));
  const sumOf = (values: Readonly<Record<string, number>>) =>
    Object.values(values).reduce((a, b) => a + b, 0);
  const platforms = days.map((_, day) =>
    Object.fromEntries(
      names.map((name) => [JSON.stringify(name), sumOf(segments[name]!.values_by_day[day]!)]),
    ),
  );
  const values = days.map((_, day) => {
    const sums: Record<string, number> = {};
    for (const name of names)
      for (const [text, rows] of Object.entries(segments[name]!.values_by_day[day]!))
        sums[text] = (sums[text] ?? 0) + rows;
    return sums;
  });
  const rows = platforms.map(sumOf);
  const series = events.flatMap((parent) => [
    propertySeries({ property: "$os", parent, rows, valuesByDay: platforms }),
    propertySeries({ property: example.property, parent, rows, valuesByDay: values }),
  ]);
  const counted = eventSegments(days, [
    {
      property: "$os",
      segments: Object.fromEntries(
        names.map((name) => [JSON.stringify(name), { [example.property]: segments[name]!.values_by_day }]),
      ),
    },
  ]);
  const aggregates = { ...seriesReader(days, series), segments: () => counted };
  return { aggregates, lastDay: days.at(-1)! };
}

const without = (aggregates: AggregateReader): AggregateReader => ({ ...aggregates, segments: () => null });

function run(aggregates: AggregateReader, lastDay: string) {
  const outcome = evaluateRun({
    lastDay,
    detectors,
    counts: null,
    aggregates,
    profiles: null,
    previous: null,
  });
  const rows = outcome.detectors.flatMap((detector) => [...detector.rows]);
  return {
    totalRows: outcome.detectors.reduce((sum, detector) => sum + detector.totalRows, 0),
    flagged: rows.filter(({ row }) => row.severity === "alert" || row.severity === "warning"),
    folded: rows.filter(({ row }) => row.state === "folded"),
  };
}
