import fc from "fast-check";
import { expect, test } from "vitest";
import { detectorKeys, detectorOf } from "../../contract/detectors.js";
import { expectRoundTrip } from "../testing/round-trip.js";
import { blocksOf } from "./blocks-of.js";
import { addDays } from "../../common/days.js";
import { evaluateRun, evaluateBlocks } from "./evaluate-run.js";
import { rowsOfFile } from "./conclude-run.js";
import type { AggregateReader } from "../../aggregates/model.js";
import type { Annotation, PreviousRow, RunInput, RunOutcome } from "../model.js";
import { countHistory } from "../../aggregates/count-history.js";
import { VersionArrivals } from "../segments/versions/version-arrivals.js";
import { eventSegments } from "../testing/event-segments.js";
import { propertySeries } from "../testing/property-series.js";
import { daysUntil, seriesReader } from "../testing/series-reader.js";

const length = 50;
const lastDay = "2026-10-14";
const days = daysUntil(lastDay, length);
const platforms = ["Android", "Web", "iOS"] as const;
const shares = { Android: 0.5, Web: 0.3, iOS: 0.2 };
type Platform = (typeof platforms)[number];

/** Something is wrong from `from` to `to` days before the last one, on one platform, or on all if `where` is null. */
type Fault = { where: Platform | null; from: number; to: number };
type PropertyFault = Fault & { kind: "lost" | "shifted" };
type ProjectEvent = {
  rows: number;
  fall: (Fault & { left: number }) | null;
  properties: Readonly<Record<string, PropertyFault | null>>;
};

const fault = { where: fc.constantFrom(null, null, ...platforms), from: fc.nat(12), to: fc.nat(4) };
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 2 });
const propertyFault = maybe(
  fc.record({ ...fault, kind: fc.constantFrom("lost" as const, "shifted" as const) }),
);
const event: fc.Arbitrary<ProjectEvent> = fc.record({
  rows: fc.constantFrom(3, 60, 700, 4_000),
  fall: maybe(fc.record({ ...fault, left: fc.constantFrom(0, 0.3, 2) })),
  properties: fc.record(
    { plan: propertyFault, coupon: propertyFault, amount: propertyFault, app_version: propertyFault },
    { requiredKeys: ["plan"] },
  ),
});
const project = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1, maxLength: 3 }), event), {
  selector: ([name]) => name,
  minLength: 1,
  maxLength: 7,
});
const annotations = (
  events: readonly (readonly [string, ProjectEvent])[],
): fc.Arbitrary<readonly Annotation[]> =>
  fc.constantFrom<readonly Annotation[]>(
    [],
    [
      {
        about: { kind: "event", event: events[0]![0] },
        kind: "new_level",
        from: addDays(lastDay, -9),
      },
      {
        about: { kind: "event-property", event: events[0]![0], property: "plan" },
        kind: "limit",
        detector: "event_property_null_rate",
        percent: 90,
      },
    ],
  );
const asked = project.chain((events) =>
  fc.record({
    events: fc.constant(events),
    annotations: annotations(events),
    eventsPerBlock: fc.integer({ min: 1, max: 4 }),
    hasSegments: fc.boolean(),
    checkBackDays: fc.constantFrom(7 as const, 14 as const),
    countsFrom: fc.constantFrom("query", "aggregates"),
    left: fc.subarray(
      detectorKeys.filter((key) => detectorOf(key).needs !== "profiles"),
      { minLength: 1 },
    ),
  }),
);

test("checking a project block by block gives the same outcome as checking it as a whole", async () => {
  let flagged = 0;
  let packed = 0;
  await fc.assert(
    fc.asyncProperty(asked, async (given) => {
      const { eventsPerBlock, countsFrom, checkBackDays, left } = given;
      let previous: RunInput["previous"] = null;
      // The last day is tested twice, since the second run copies the states of the first.
      for (const back of [3, 1, 0, 0]) {
        const day = addDays(lastDay, -back);
        const aggregates = readerOf(given.events, length - back, given.hasSegments);
        const whole: RunInput = {
          lastDay: day,
          detectors: left.map((key) => ({ key, settings: { checkBackDays, thresholdPercent: 30 } })),
          counts: countHistory(aggregates),
          aggregates,
          profiles: null,
          previous,
          annotations: given.annotations,
        };
        const expected = evaluateRun(whole);
        expectRoundTrip(expected.detectors.flatMap(({ rows }) => rows));
        const { versions, ...outcome } = await evaluateBlocks({
          ...whole,
          aggregates: blocksOf(aggregates, eventsPerBlock),
          counts: countsFrom === "aggregates" ? "aggregates" : whole.counts,
        });
        expect(plain(outcome)).toEqual(plain(expected));
        expect(versions).toEqual(arrivalsOf(aggregates));
        previous = { lastDay: day, rows: findingsOf(expected) };
        flagged += expected.detectors.reduce((sum, { filteredRows }) => sum + filteredRows, 0);
        packed += outcome.detectors.reduce(
          (sum, { withoutFinding }) => sum + [...(withoutFinding ?? [])].length,
          0,
        );
      }
    }),
    { numRuns: 25, seed: 11 },
  );
  // The cases include both rows that are kept as they are and rows that are packed.
  expect(Math.min(flagged, packed)).toBeGreaterThan(100);
});

test("without aggregates or without events, the outcome says what could not be checked", async () => {
  const input: RunInput = {
    lastDay,
    detectors: detectorKeys.map((key) => ({ key, settings: { checkBackDays: 7, thresholdPercent: 30 } })),
    counts: null,
    aggregates: null,
    profiles: null,
    previous: null,
  };
  const unread = await evaluateBlocks({ ...input, aggregates: null, counts: null });
  expect(plain(unread)).toEqual(plain(evaluateRun(input)));
  const empty = seriesReader(days, []);
  const nothing = await evaluateBlocks({ ...input, aggregates: blocksOf(empty, 2), counts: "aggregates" });
  const whole = { ...input, aggregates: empty, counts: countHistory(empty) };
  expect(plain(nothing)).toEqual(plain(evaluateRun(whole)));
});

/** The outcome as it is stored: all rows of the file, and the other fields of each detector. */
const plain = ({ detectors }: RunOutcome): unknown =>
  JSON.parse(
    JSON.stringify(
      detectors.map((outcome) => ({ ...outcome, withoutFinding: null, rows: [...rowsOfFile(outcome)] })),
    ),
  );

const findingsOf = ({ detectors }: RunOutcome): PreviousRow[] =>
  detectors.flatMap(({ rows }) =>
    rows.flatMap(({ row, segment, cause }) =>
      row.severity === "alert" || row.severity === "warning" || row.state !== null
        ? [{ ...row, segment, causeDetail: cause }]
        : [],
    ),
  );

function arrivalsOf(reader: AggregateReader) {
  const versions = new VersionArrivals(reader.days);
  versions.add(reader);
  return versions.arrivals();
}

function readerOf(
  events: readonly (readonly [string, ProjectEvent])[],
  count: number,
  hasSegments: boolean,
): AggregateReader {
  const shown = days.slice(0, count);
  const made = new Map(
    events.map(([name, one]) => {
      const properties = Object.keys(one.properties);
      const inside = platforms.map((platform) => ({
        platform,
        values: Object.fromEntries(
          properties.map((property) => [
            property,
            shown.map((_, day) => valuesOf(one, platform, property, day)),
          ]),
        ),
      }));
      const rows = shown.map((_, day) => platforms.reduce((sum, at) => sum + rowsOf(one, at, day), 0));
      const os = shown.map((_, day) =>
        Object.fromEntries(platforms.map((at) => [JSON.stringify(at), rowsOf(one, at, day)])),
      );
      const series = properties.map((property) =>
        propertySeries({
          property,
          parent: name,
          rows,
          valuesByDay: shown.map((_, day) => sumOf(inside.map(({ values }) => values[property]![day]!))),
        }),
      );
      const counted = eventSegments(shown, [
        {
          property: "$os",
          segments: Object.fromEntries(
            inside.map(({ platform, values }) => [JSON.stringify(platform), values]),
          ),
        },
      ]);
      const platformSeries = propertySeries({ property: "$os", parent: name, rows, valuesByDay: os });
      return [name, { series: [...series, platformSeries], counted }] as const;
    }),
  );
  const reader = seriesReader(
    shown,
    [...made.values()].flatMap(({ series }) => series),
  );
  return hasSegments ? { ...reader, segments: (name) => made.get(name)?.counted ?? null } : reader;
}

const holds = ({ where, from, to }: Fault, platform: Platform, day: number): boolean =>
  (where === null || where === platform) && length - 1 - day <= from && length - 1 - day >= to;

function rowsOf({ rows, fall }: ProjectEvent, platform: Platform, day: number): number {
  const usual = Math.round(rows * shares[platform] * (1 + 0.02 * ((day * 5) % 7)));
  return fall && holds(fall, platform, day) ? Math.round(usual * fall.left) : usual;
}

const usualValues: Readonly<Record<string, readonly [string, number][]>> = {
  plan: [
    ['"basic"', 0.7],
    ['"pro"', 0.3],
  ],
  coupon: [
    ["null", 0.4],
    ['"SPRING"', 0.6],
  ],
  amount: [
    ["5", 0.5],
    ["60", 0.5],
  ],
  app_version: [
    ['"1.4.0"', 0.8],
    ['"1.5.0"', 0.2],
  ],
};

function valuesOf(
  one: ProjectEvent,
  platform: Platform,
  property: string,
  day: number,
): Record<string, number> {
  const rows = rowsOf(one, platform, day);
  const broken = one.properties[property];
  const [first, second] = usualValues[property]!;
  const share = broken && holds(broken, platform, day) ? (broken.kind === "lost" ? null : 0.02) : first![1];
  if (share === null) return { null: rows };
  const most = Math.round(rows * share);
  return { [first![0]]: most, [second![0]]: rows - most };
}

function sumOf(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const values of counts)
    for (const [text, rows] of Object.entries(values)) sums[text] = (sums[text] ?? 0) + rows;
  return sums;
}
