import { describe, expect, it } from "vitest";
import type { Annotation, RunInput } from "../model.js";
import { addDays } from "../../common/days.js";
import { evaluateRun } from "../evaluate/evaluate-run.js";
import fixtures from "../fixtures/segments.json" with { type: "json" };
import { countInput, selected } from "../testing/count-history.js";
import { eventSegments } from "../testing/event-segments.js";
import { propertySeries, type ValuesByDay } from "../testing/property-series.js";
import { seriesReader } from "../testing/series-reader.js";

const android = { dimension: "$os", value: "Android" };

describe("an annotation on a property inside a segment", () => {
  const example = fixtures.shares[0]!;
  const segments = example.segments as unknown as Record<string, { values_by_day: ValuesByDay }>;
  const names = Object.keys(segments);
  const all = segments[names[0]!]!.values_by_day.map((_, index) => addDays(example.first_day, index));
  const lastDay = all.at(-1)!;
  const plan = { about: { kind: "event-property", event: "Order", property: example.property } } as const;

  /** The worked example: Android lost `plan` three days ago. `broken`: also on the days so many days ago. */
  function input(annotations: Annotation[], broken: readonly number[] = []): RunInput {
    const valuesIn = (name: string, index: number): Readonly<Record<string, number>> => {
      const values = segments[name]!.values_by_day[index]!;
      const before = all.length - 1 - index;
      return name === "Android" && broken.includes(before) ? { null: sumOf(values) } : values;
    };
    const platforms = all.map((_, index) =>
      Object.fromEntries(names.map((name) => [JSON.stringify(name), sumOf(valuesIn(name, index))])),
    );
    const values = all.map((_, index) => {
      const sums: Record<string, number> = {};
      for (const name of names)
        for (const [text, rows] of Object.entries(valuesIn(name, index)))
          sums[text] = (sums[text] ?? 0) + rows;
      return sums;
    });
    const rows = platforms.map(sumOf);
    const series = [
      propertySeries({ property: "$os", parent: "Order", rows, valuesByDay: platforms }),
      propertySeries({ property: example.property, parent: "Order", rows, valuesByDay: values }),
    ];
    const counted = eventSegments(all, [
      {
        property: "$os",
        segments: Object.fromEntries(
          names.map((name) => [
            JSON.stringify(name),
            { [example.property]: all.map((_, index) => valuesIn(name, index)) },
          ]),
        ),
      },
    ]);
    return {
      lastDay,
      detectors: [selected("event_property_null_rate", 7, 50)],
      counts: null,
      aggregates: { ...seriesReader(all, series), segments: () => counted },
      profiles: null,
      previous: null,
      annotations,
    };
  }
  const row = (annotations: Annotation[], broken?: readonly number[]) =>
    evaluateRun(input(annotations, broken)).detectors[0]!.rows.find(
      ({ row: { entity } }) => entity === example.property,
    )!;

  it("sets the segment's threshold, and the reason says so", () => {
    const limit = {
      ...plan,
      segment: android,
      kind: "limit",
      detector: "event_property_null_rate",
    } as const;
    expect(row([])).toMatchObject({ segment: android, row: { severity: "alert" } });
    expect(row([{ ...limit, percent: 90 }])).toMatchObject({ row: { severity: "alert" } });
    const silent = row([{ ...limit, percent: 100 }]);
    expect(silent).toMatchObject({ segment: null, row: { severity: "normal" } });
    expect(silent.row.reason).toContain("The threshold is 100% for $os = Android: somebody raised it");
    for (const other of [
      { ...limit, percent: 100, segment: { ...android, value: "iOS" } },
      { ...limit, percent: 100, detector: "event_property_distribution" } as const,
      { ...limit, percent: 100, about: { ...plan.about, event: "Signup" } },
    ])
      expect(row([other])).toMatchObject({ segment: android, row: { severity: "alert" } });
  });

  it("for the whole property raises its threshold without ending the checks of its segments", () => {
    const limit = { ...plan, kind: "limit", detector: "event_property_null_rate", percent: 60 } as const;
    expect(row([limit])).toMatchObject({ segment: android, row: { severity: "alert", threshold_pct: 50 } });
  });

  it("stops checking the segment until the accepted level has enough history", () => {
    const accepted: Annotation = { ...plan, segment: android, kind: "new_level", from: addDays(lastDay, -2) };
    const after = row([accepted]);
    expect(after).toMatchObject({ segment: null, row: { severity: "normal" } });
    expect(after.row.reason).toContain("The baseline of $os = Android begins on");
  });

  it("excludes days from the segment's baseline", () => {
    const [from, to] = [addDays(lastDay, -19), addDays(lastDay, -10)];
    const before = row([]).row;
    const twice = [10, 11, 12, 17, 18, 19];
    expect(row([], twice)).toMatchObject({ segment: null });
    const cleaned = row([{ ...plan, segment: android, kind: "leave_out", from, to }], twice);
    expect(cleaned).toMatchObject({
      segment: android,
      row: { severity: "alert", observed: before.observed },
    });
    expect(cleaned.row.expected).toBeCloseTo(before.expected!, 0);
  });

  it("isn't needed for a break that came only once before: its days are left out by themselves", () => {
    const again = row([], [10, 11, 12]);
    expect(again).toMatchObject({ segment: android, row: { severity: "alert" } });
    expect(again.row.expected).toBeCloseTo(row([]).row.expected!, 0);
    expect(again.row.reason).toContain("since Oct 12 (3% before, apart from Oct 2–4)");
  });
});

describe("an annotation on an event inside a segment", () => {
  const [days, tested] = [35, 3];
  const all = Array.from({ length: days }, (_, index) => addDays("2026-09-10", index));
  const lastDay = all.at(-1)!;
  const events = ["Checkout", "Search", "Login", "Signup", "Share"];

  /** Each event occurs 200 times a day on iOS and on Android. Checkout fell on Android `broken` days ago. */
  function run(annotations: Annotation[], broken = tested) {
    const rowsOf = (event: string, index: number) => ({
      '"iOS"': 200,
      '"Android"': event === "Checkout" && index >= days - broken ? 60 : 200,
    });
    const series = events.map((parent) => {
      const valuesByDay = all.map((_, index) => rowsOf(parent, index));
      return propertySeries({ property: "$os", parent, rows: valuesByDay.map(sumOf), valuesByDay });
    });
    const counted = new Map(
      events.map((event) => [
        event,
        eventSegments(all, [
          {
            property: "$os",
            segments: Object.fromEntries(
              ['"iOS"', '"Android"'].map((name) => [
                name,
                {
                  $os: all.map((_, index) => ({
                    [name]: rowsOf(event, index)[name as '"iOS"' | '"Android"'],
                  })),
                },
              ]),
            ),
          },
        ]),
      ]),
    );
    const counts = {
      days: all,
      events: new Map(
        events.map((event) => [event, all.map((_, index) => sumOf(rowsOf(event, index)))] as const),
      ),
    };
    const { detectors } = evaluateRun(
      countInput(counts, {
        lastDay,
        detectors: [selected("event_count_change", 7, 50)],
        aggregates: { ...seriesReader(all, series), segments: (event) => counted.get(event) ?? null },
        annotations,
      }),
    );
    return detectors[0]!.rows.find(({ row }) => row.entity === "Checkout")!;
  }
  const checkout = { about: { kind: "event", event: "Checkout" }, segment: android } as const;

  it("sets the segment's threshold or accepts its level", () => {
    expect(run([])).toMatchObject({ segment: android, row: { first_bad_day: addDays(lastDay, -2) } });
    expect(run([{ ...checkout, kind: "limit", detector: "event_count_change", percent: 80 }])).toMatchObject({
      segment: null,
      row: { severity: "normal" },
    });
    expect(run([{ ...checkout, kind: "new_level", from: addDays(lastDay, -2) }])).toMatchObject({
      segment: null,
      row: { severity: "normal" },
    });
    const onIos = { ...checkout, segment: { ...android, value: "iOS" } };
    expect(run([{ ...onIos, kind: "new_level", from: addDays(lastDay, -2) }]).segment).toEqual(android);
  });

  it("excludes days from the segment's baseline", () => {
    const usual = run([]).row.expected!;
    expect(run([], 14).segment).toBeNull();
    const left: Annotation = {
      ...checkout,
      kind: "leave_out",
      from: addDays(lastDay, -13),
      to: addDays(lastDay, -7),
    };
    const found = run([left], 14);
    expect(found.segment).toEqual(android);
    expect(found.row.expected! / found.row.days!).toBeCloseTo(usual / 3, -1);
  });
});

const sumOf = (values: Readonly<Record<string, number>>): number =>
  Object.values(values).reduce((a, b) => a + b, 0);
