import fc from "fast-check";
import { expect, it } from "vitest";
import type { SegmentPlan } from "../../aggregates/event-segments.js";
import type { EventDay } from "../aggregates/day-aggregates.js";
import { decodeDay, encodeDay } from "../encoding/encode-day.js";
import { openAggregates } from "../encoding/open-aggregates.js";
import { createExportProfiler } from "./export-profiler.js";
import { referenceSegments } from "./testing/reference-segments.js";
import { casesOf } from "../../testing/thorough.js";

const hashKey = Buffer.from("a connection's secret");
const day = "2026-03-01";
const time = Date.UTC(2026, 2, 1, 12) / 1000;

const plan: SegmentPlan = {
  dimensions: [
    { property: "os", isNarrow: true },
    { property: "country", isNarrow: false },
    { property: "lib", isNarrow: true },
  ],
  versions: new Map([
    ["A", { version: "app", platform: "os" }],
    ["B", { version: "app", platform: null }],
    ["C", { version: "app", platform: "lib" }],
  ]),
};

function profiled(lines: readonly string[], segments: SegmentPlan = plan) {
  const profiler = createExportProfiler({
    exportTimeBasis: "utc",
    timeZone: "UTC",
    days: { from: day, to: day },
    hashKey,
    segments,
  });
  profiler.push(Buffer.from(lines.map((line) => `${line}\n`).join("")));
  return profiler.end().day(day);
}

const plain = ({ segments, properties, ...rest }: EventDay) => {
  const listed = [...properties];
  return {
    ...rest,
    properties: listed,
    dimensions: segments?.dimensions,
    versions: segments?.versions,
    counts: listed.map(([name]) => segments?.property(name)),
  };
};

function expectReference(lines: readonly string[]): void {
  const whole = profiled(lines);
  const encoded = encodeDay(whole);
  const decoded = decodeDay(encoded);
  expect(decoded.dimensions).toEqual(plan.dimensions);
  expect([...decoded.events].map(plain)).toEqual([...whole.events].map(plain));
  expect(encodeDay(decoded)).toEqual(encoded);
  expectOpened(encoded, [...whole.events]);
  const rows = lines.map(
    (line) => JSON.parse(line) as { event: string; properties: Record<string, unknown> },
  );
  for (const { event, properties, segments } of whole.events) {
    const own = rows.filter((row) => row.event === event).map((row) => row.properties);
    const reference = referenceSegments(event, own, plan, hashKey);
    expect(segments!.dimensions).toEqual(reference.dimensions);
    expect(segments!.versions).toEqual(reference.versions);
    for (const [name] of properties)
      expect([name, segments!.property(name)]).toEqual([name, reference.property(name)]);
  }
}

/** Expects a reader over that day and a day without two-way counts to give the same as the day itself. */
function expectOpened(encoded: Buffer, events: readonly EventDay[]): void {
  const other = "2026-02-28";
  const reader = openAggregates([
    { day, bytes: encoded },
    { day: other, bytes: encodeDay({ day: other, events: [] }) },
  ]);
  for (const { event, properties, segments } of events) {
    const opened = reader.segments!(event)!;
    expect(opened.days).toEqual([other, day]);
    for (const [at, dimension] of opened.dimensions.entries()) {
      const { values, rows, isCounted } = dimension;
      expect({ property: dimension.property, isNarrow: dimension.isNarrow }).toEqual(plan.dimensions[at]);
      expect([...isCounted]).toEqual([0, 1]);
      expect(values.map((value, v) => ({ ...value, rows: rows[values.length + v] }))).toEqual(
        segments!.dimensions[at],
      );
      for (const name of [...properties].map(([name]) => name).concat("never sent")) {
        const counts = opened.property(at, name);
        const known = name === "never sent" ? null : segments!.property(name);
        for (const [v] of values.entries()) {
          const place = values.length + v;
          const wanted = known?.dimensions[at]![v] ?? {
            nulls: rows[place]!,
            nullLikes: 0,
            numbers: 0,
            texts: 0,
            buckets: null,
          };
          const { nulls, nullLikes, numbers, texts } = counts;
          expect([nulls, nullLikes, numbers, texts].map((list) => list[place])).toEqual([
            wanted.nulls,
            wanted.nullLikes,
            wanted.numbers,
            wanted.texts,
          ]);
          expect(counts.buckets?.isCounted[1] === 1).toBe(wanted.buckets !== null);
          if (wanted.buckets !== null)
            expect([...counts.buckets!.segments.subarray(place * 16, place * 16 + 16)]).toEqual(
              wanted.buckets,
            );
        }
        if (known?.buckets && dimension.isNarrow)
          expect([...counts.buckets!.event.subarray(16)]).toEqual(known.buckets);
        const pairs = opened.versions!.pairs.length;
        const { nulls, nullLikes } = opened.versionNulls(name);
        expect(
          Array.from({ length: pairs }, (_, i) => ({
            nulls: nulls[pairs + i],
            nullLikes: nullLikes[pairs + i],
          })),
        ).toEqual(
          known?.pairs ??
            Array.from({ length: pairs }, (_, i) => ({
              nulls: opened.versions!.rows[pairs + i],
              nullLikes: 0,
            })),
        );
      }
    }
  }
}

const dimension = (...values: string[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: fc.constantFrom('""', "null", "7") },
  );
const value = fc.oneof(
  fc.constantFrom(
    '"x"',
    '"é"',
    '"\\u0041"',
    '"undefined"',
    '" N/A "',
    '"\\tnull"',
    '"\\u00a0none"',
    "null",
    '""',
    "true",
    "[1]",
    '{"a":1}',
  ),
  fc.constantFrom("0", "1", "-1", "1.189207115002721", "1.681792830507429", "1e300", "-0.001", "5e-324"),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.string({ maxLength: 6 }).map((text) => JSON.stringify(text)),
);
const row = fc
  .record({
    event: fc.constantFrom("A", "A", "B", "C"),
    os: fc.option(dimension('"iOS"', '"Android"', '"Web \\u00e9"'), { nil: undefined }),
    country: fc.option(dimension(...Array.from({ length: 30 }, (_, i) => `"C${i}"`)), { nil: undefined }),
    lib: fc.option(dimension('"swift"', '"web"'), { nil: undefined }),
    app: fc.option(dimension('"5.1.0"', '"5.2.0"', "6"), { nil: undefined }),
    p: fc.option(value, { nil: undefined }),
    q: fc.option(value, { nil: undefined }),
    r: fc.option(fc.constantFrom('"a"', "1"), { nil: undefined }),
  })
  .map(({ event, ...properties }) => {
    const members = Object.entries(properties).flatMap(([name, text]) =>
      text === undefined ? [] : [`"${name}":${text}`],
    );
    return `{"event":"${event}","properties":{${[`"time":${time}`, ...members].join(",")}}}`;
  });

it("counts inside segments like JSON.parse and naive counting", () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 20, maxLength: 200 }), (lines) => expectReference(lines)),
    { numRuns: casesOf(150), endOnFailure: true },
  );
});

it("puts numbers next to the limits of buckets where the logarithm puts them", () => {
  const numbers = [0.25, 0.75, -2.75, 40.25, -700.25].flatMap((exponent) => {
    const limit = 2 ** exponent;
    return [limit, limit * (1 + 3e-16), limit * (1 - 3e-16), limit * (1 + 1e-8), limit * (1 - 1e-8), -limit];
  });
  expectReference(
    [0, 5e-324, ...numbers].map((n) =>
      JSON.stringify({ event: "A", properties: { time, os: "Android", n } }),
    ),
  );
});

it("has no buckets of properties with more than 200 values, and leaves out pairs beyond the 20 most common", () => {
  const lines = Array.from({ length: 3000 }, (_, i) =>
    JSON.stringify({
      event: "A",
      properties: {
        time,
        os: ["iOS", "Android"][i % 2],
        lib: i % 7 === 0 ? undefined : "web",
        app: `1.${i % 25}`,
        id: `id ${i % 201}`,
        few: `value ${i % 200}`,
        many: i,
        sometimes: i % 3 === 0 ? null : "x",
      },
    }),
  );
  expectReference(lines);
});

it("counts the most common segments among hundreds of others", () => {
  const lines = Array.from({ length: 4000 }, (_, i) =>
    JSON.stringify({
      event: "A",
      properties: {
        time,
        os: i % 4 === 0 ? `rare ${i % 1200}` : ["iOS", "Android"][i % 2],
        p: i % 5 === 0 ? undefined : "x",
      },
    }),
  );
  expectReference(lines);
  const [{ segments } = { segments: undefined }] = [...profiled(lines).events];
  const common = segments!.dimensions[0]!.slice(0, 2).map(({ name, rows }) => ({ name, rows }));
  expect(common).toEqual([
    { name: '"Android"', rows: 2000 },
    { name: '"iOS"', rows: 1000 },
  ]);
});

it("counts every combination of platform and library, however many there are and even if properties appear late", () => {
  const lines = Array.from({ length: 4000 }, (_, i) => {
    const late = Array.from({ length: i < 2500 ? 0 : 30 }, (_, at) => [
      `late ${at}`,
      i % 4 === 0 ? null : at,
    ]);
    const isUsual = i % 3 !== 0;
    return JSON.stringify({
      event: "A",
      properties: {
        time,
        os: isUsual ? "iOS" : `os ${i % 13}`,
        lib: isUsual ? "swift" : `lib ${i % 11}`,
        app: `1.${i % 3}`,
        p: ["x", "undefined", 1, null][i % 5],
        q: i % 90,
        ...Object.fromEntries(late),
      },
    });
  });
  expectReference(lines);
});

it("counts properties beyond the 64th, and those that appear late", () => {
  const lines = Array.from({ length: 60 }, (_, i) => {
    const properties = Object.fromEntries(
      Array.from({ length: 30 + 2 * i }, (_, at) => [`p${at}`, (i + at) % 3 === 0 ? 1 : "x"]),
    );
    return JSON.stringify({ event: "A", properties: { time, os: ["iOS", "Android"][i % 2], ...properties } });
  });
  expectReference(lines);
});
