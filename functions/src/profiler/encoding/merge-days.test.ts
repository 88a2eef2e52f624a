import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SegmentPlan } from "../../aggregates/event-segments.js";
import type { DayAggregates } from "../aggregates/day-aggregates.js";
import { createExportProfiler } from "../export/export-profiler.js";
import { encodeChunks, encodeDay } from "./encode-day.js";
import type { Chunk } from "./joined-chunks.js";
import { mergeDays } from "./merge-days.js";
import { casesOf } from "../../testing/thorough.js";

const chunkBytes = 300;
const day = "2026-03-01";
const noon = Date.UTC(2026, 2, 1, 12) / 1000;
const names = ["A", "B", "é", "\u{1F600}", "__proto__", "with\nbreak", "Z"];
const plan: SegmentPlan = {
  dimensions: [
    { property: "os", isNarrow: true },
    { property: "country", isNarrow: false },
  ],
  versions: new Map([
    ["A", { version: "app", platform: "os" }],
    ["Z", { version: "app", platform: null }],
  ]),
};

type Row = { event: string; properties: Record<string, unknown> };

/** The day's chunks, with one or a few events each. */
function encoded(rows: readonly Row[], segments: SegmentPlan | undefined, rowsOf = day): Chunk[] {
  const profiler = createExportProfiler({
    exportTimeBasis: "utc",
    timeZone: "UTC",
    days: { from: rowsOf, to: rowsOf },
    hashKey: Buffer.from("a connection's secret"),
    ...(segments && { segments }),
  });
  profiler.push(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join("")));
  return chunksOf(profiler.end().day(rowsOf));
}

const chunksOf = (aggregates: DayAggregates): Chunk[] =>
  [...encodeChunks(aggregates, chunkBytes)].map(({ bytes }) => ({ bytes, shared: null }));

const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    "null",
    "x",
    "7",
    7,
    -0.5,
    1e300,
    true,
    [1],
    { a: [null] },
    "a@b.example",
  ),
  fc.string({ maxLength: 4 }),
  fc.integer(),
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const row: fc.Arbitrary<Row> = fc.record({
  event: fc.constantFrom(...names),
  properties: fc.record({
    // Includes times on the days before and after.
    time: fc.integer({ min: noon - 50_000, max: noon + 50_000 }),
    distinct_id: fc.constantFrom("u1", "u2"),
    // Few ids, so that there are duplicates, and the same id on several events.
    $insert_id: optional(fc.constantFrom("i1", "i2", "i3")),
    os: optional(fc.constantFrom("iOS", "Android", null)),
    country: optional(fc.integer({ min: 0, max: 30 })),
    app: optional(fc.constantFrom("5.1.0", "5.2.0", 6)),
    "é p": optional(value),
    q: optional(value),
  }),
});

describe("groups of a day's events", () => {
  it.each([
    ["with segments", plan],
    ["without segments", undefined],
  ])("merge to the bytes of one reading, %s", (_name, segments) => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 300 }),
        fc.array(fc.nat(3), { minLength: names.length, maxLength: names.length }),
        (rows, groupOf) => {
          const groups = [0, 1, 2, 3].map((group) =>
            encoded(
              rows.filter(({ event }) => groupOf[names.indexOf(event)] === group),
              segments,
            ),
          );
          expect(chunksOf(mergeDays(groups))).toEqual(encoded(rows, segments));
        },
      ),
      { numRuns: casesOf(40), endOnFailure: true },
    );
  });

  it("merge to the same bytes even with too many values to count each", () => {
    const rows = Array.from({ length: 30_000 }, (_, i): Row => {
      const event = names[(i * i) % 3]!;
      const properties = {
        time: noon + (i % 40_000),
        distinct_id: `u${i % 700}`,
        $insert_id: `i${i % 29_000}`,
        id: `id ${(i * 7_919) % 9_001}`,
        common: i % 5 === 0 ? `c${i % 300}` : `rare ${i}`,
        amount: i / 7,
        os: ["iOS", "Android", `os ${i % 400}`][i % 3],
        app: `1.${i % 45}`,
      };
      return { event, properties };
    });
    const groups = names.slice(0, 3).map((name) =>
      encoded(
        rows.filter(({ event }) => event === name),
        plan,
      ),
    );
    const whole = encoded(rows, plan);
    expect(whole.length).toBeGreaterThan(1);
    expect(chunksOf(mergeDays(groups))).toEqual(whole);
    expect(chunksOf(mergeDays(groups.toReversed()))).toEqual(whole);
    expect(chunksOf(mergeDays([whole]))).toEqual(whole);
    expect(chunksOf(mergeDays([[{ bytes: encodeDay(mergeDays(groups)), shared: null }]]))).toEqual(whole);
  });

  it("are refused unless they are groups of one day", () => {
    const one = encoded([{ event: "A", properties: { time: noon } }], plan);
    expect(() => mergeDays([])).toThrow(RangeError);
    expect(() => chunksOf(mergeDays([one, one]))).toThrow("in two groups");
    expect(() => mergeDays([one, encoded([], plan, "2026-03-02")])).toThrow("2026-03-02");
    expect(() => mergeDays([one, encoded([], undefined)])).toThrow("different dimensions");
  });
});
