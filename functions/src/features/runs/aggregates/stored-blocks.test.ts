import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gzipSync } from "node:zlib";
import type { AggregateBlocks, AggregateReader } from "../../../aggregates/model.js";
import {
  type DayAggregates,
  encodeDay,
  openAggregates,
  createExportProfiler,
} from "../../../profiler/index.js";
import type { SegmentPlan } from "../../../aggregates/event-segments.js";
import { CountedObjects, MemoryObjects } from "../../../testing/memory/memory-objects.js";
import { withoutExcluded } from "../exports/aggregate-store.js";
import { packDay } from "./day-file.js";
import { StoredBlocks, type BlockSizes } from "./stored-blocks.js";

const days = ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"];
/** In UTF-16, astral characters sort before those from U+E000 on. */
const names = ["", "A", "Z", "a b", "__proto__", "é", "\u{1F600}", "\uFF5E", "x".repeat(300), "with\nbreak"];
const plan: SegmentPlan = {
  dimensions: [
    { property: "os", isNarrow: true },
    { property: "country", isNarrow: false },
  ],
  versions: new Map([["A", { version: "app", platform: "os" }]]),
};

type Row = { day: number; event: string; properties: Record<string, unknown> };

function aggregatesOf(rows: readonly Row[], plans: readonly (SegmentPlan | undefined)[]): DayAggregates[] {
  return days.map((day, at) => {
    const segments = plans[at];
    const profiler = createExportProfiler({
      exportTimeBasis: "utc",
      timeZone: "UTC",
      days: { from: day, to: day },
      hashKey: Buffer.from("a connection's secret"),
      ...(segments && { segments }),
    });
    const time = Date.parse(`${day}T12:00:00Z`) / 1_000;
    const lines = rows
      .filter((row) => row.day === at)
      .map(({ event, properties }) => JSON.stringify({ event, properties: { ...properties, time } }));
    profiler.push(Buffer.from(lines.map((line) => `${line}\n`).join("")));
    return profiler.end().day(day);
  });
}

const write = (objects: MemoryObjects, day: string, data: Buffer) =>
  objects.write(day, data, { contentType: "application/octet-stream" });

const blocksOf = (
  objects: MemoryObjects,
  sizes: BlockSizes,
  shown = (reader: AggregateReader) => reader,
): AggregateBlocks =>
  new StoredBlocks(
    objects,
    days.map((day) => ({ day, path: day })),
    shown,
    sizes,
  );

/** Everything that a reader returns about its events. */
function contentsOf(reader: AggregateReader): unknown[] {
  return reader.events().map((event) => {
    const segments = reader.segments?.(event) ?? null;
    const properties = reader
      .properties(event)
      .map((property) => [
        structuredClone({ ...reader.series(event, property) }),
        structuredClone(segments?.dimensions.map((_, at) => segments.property(at, property))),
        structuredClone(segments?.versionNulls(property)),
      ]);
    return [
      event,
      reader.days,
      reader.rows(event),
      reader.copies?.(event),
      properties,
      segments?.dimensions,
      segments?.versions,
    ];
  });
}

async function contentsByBlock(blocks: AggregateBlocks): Promise<unknown[][]> {
  const each: unknown[][] = [];
  for await (const block of blocks.blocks()) each.push(contentsOf(block));
  return each;
}

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const row: fc.Arbitrary<Row> = fc.record({
  day: fc.nat(days.length - 1),
  event: fc.constantFrom(...names),
  properties: fc.record({
    distinct_id: fc.constantFrom("u1", "u2"),
    $insert_id: fc.uuid(),
    os: optional(fc.constantFrom("iOS", "Android", null)),
    country: optional(fc.integer({ min: 0, max: 30 })),
    app: optional(fc.constantFrom("5.1.0", "5.2.0")),
    "é p": optional(fc.constantFrom<unknown>(null, "", "x", 7, -0.5, [1], "a@b.example")),
  }),
});

describe("blocks of stored days", () => {
  it("together return what one reader of all days returns", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 120 }),
        // Bytes per chunk.
        fc.array(fc.constantFrom(1, 200, 1_000, 1e6), { minLength: days.length, maxLength: days.length }),
        fc.array(fc.constantFrom(undefined, plan), { minLength: days.length, maxLength: days.length }),
        fc.record({ block: fc.constantFrom(1, 500, 3_000, 1e6), read: fc.constantFrom(4, 100, 2_000, 1e6) }),
        fc.record({
          events: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }).map((list) => new Set(list)),
          eventProperties: fc
            .constantFrom(...names)
            .map((event) => new Map([[event, new Set(["os", "é p"])]])),
          userProperties: fc.constant(new Set<string>()),
        }),
        async (rows, chunkBytes, plans, sizes, exclusions) => {
          const aggregates = aggregatesOf(rows, plans);
          const whole = openAggregates(aggregates.map((of) => ({ day: of.day, bytes: encodeDay(of) })));
          const objects = new MemoryObjects();
          for (const [at, of] of aggregates.entries())
            await write(objects, of.day, packDay(of, chunkBytes[at]));
          const blocks = blocksOf(objects, sizes, (reader) => withoutExcluded(reader, exclusions));
          const shown = withoutExcluded(whole, exclusions);
          for (const event of shown.events()) expect(shown.copies!(event)).toEqual(whole.copies!(event));
          const expected = contentsOf(shown);
          expect(blocks.days).toEqual(days);
          // Read twice at the same time.
          const read = await Promise.all([contentsByBlock(blocks), contentsByBlock(blocks)]);
          for (const each of read) expect(each.flat()).toEqual(expected);
        },
      ),
      { numRuns: 20 },
    );
  });

  it("contain one event each if every event fills a block, and are never empty", async () => {
    const rows = names.flatMap((event) => days.map((_, day): Row => ({ day, event, properties: {} })));
    const objects = new MemoryObjects();
    for (const of of aggregatesOf(rows, [])) await write(objects, of.day, packDay(of, 1));
    const read = await contentsByBlock(blocksOf(objects, { block: 1, read: 1e6 }));
    expect(read.map((events) => events.length)).toEqual(names.map(() => 1));
  });

  it("of small days take one request per day, however often they are read", async () => {
    const objects = await project(new CountedObjects(), 50);
    const blocks = blocksOf(objects, { block: 1_000, read: 4e6 });
    for (let times = 0; times < 3; times++) expect((await contentsByBlock(blocks)).length).toBeGreaterThan(3);
    expect(objects.reads).toBe(days.length);
  });

  it("of large days take as few requests as reading ahead allows", async () => {
    const objects = await project(new CountedObjects(), 400);
    const bytes = (await objects.read(days[0]!))!.length;
    objects.reads = 0;
    const read = await contentsByBlock(blocksOf(objects, { block: 2_000, read: bytes }));
    expect(read.length).toBeGreaterThan(40);
    // Each request reads a quarter of a day, but starts at a chunk, so a few more are needed.
    expect(objects.reads).toBeLessThanOrEqual(7 * days.length);
  });

  it.each<[string, (file: Buffer, others: Buffer[]) => Buffer | null, string?]>([
    ["is missing", () => null, "aggregates of 2026-03-02 are missing"],
    ["is empty", () => Buffer.alloc(0)],
    ["is something else", () => Buffer.from("not found, sorry")],
    ["ends in its index", (file) => file.subarray(0, 20)],
    ["ends early", (file) => file.subarray(0, -1)],
    ["holds another day", (_file, others) => others[0]!],
    ["has a wrong byte", (file) => Buffer.concat([file.subarray(0, -9), Buffer.alloc(9)])],
    ["is packed twice", (file) => gzipSync(file)],
  ])("are not read when a day %s", async (_name, spoil, message = "aggregates of 2026-03-02 are damaged") => {
    const objects = await project(new MemoryObjects(), 50);
    const [first, second] = [(await objects.read(days[0]!))!, (await objects.read(days[1]!))!];
    const spoiled = spoil(second, [first]);
    if (spoiled === null) await objects.delete(days[1]!);
    else await write(objects, days[1]!, spoiled);
    for (const read of [100, 1e6])
      await expect(contentsByBlock(blocksOf(objects, { block: 500, read }))).rejects.toThrow(message);
  });

  it("are not mixed with those of a day that is replaced in the meantime", async () => {
    const objects = await project(new MemoryObjects(), 50);
    const reading = blocksOf(objects, { block: 500, read: 400 }).blocks()[Symbol.asyncIterator]();
    expect((await reading.next()).done).toBe(false);
    await write(objects, days[2]!, packDay(dayOf(days[2]!, 50, 7), 300));
    const rest = async () => {
      while ((await reading.next()).done !== true);
    };
    await expect(rest()).rejects.toThrow("replaced while they were read");
  });

  it("can be abandoned early", async () => {
    const objects = await project(new MemoryObjects(), 50);
    for await (const block of blocksOf(objects, { block: 500, read: 400 }).blocks()) {
      expect(block.events().length).toBeGreaterThan(0);
      await objects.deletePrefix("");
      break;
    }
  });
});

/** Days with `events` events of about a hundred bytes each, in small chunks. */
async function project<T extends MemoryObjects>(objects: T, events: number): Promise<T> {
  for (const [at, day] of days.entries()) await write(objects, day, packDay(dayOf(day, events, at), 300));
  return objects;
}

const dayOf = (day: string, events: number, seed: number): DayAggregates => ({
  day,
  events: Array.from({ length: events }, (_, at) => ({
    event: `event ${String(at).padStart(4, "0")}`,
    rows: 10 + seed,
    properties: [
      [
        `property ${at % 9}`,
        {
          ...{ rows: 10 + seed, absent: 0, nulls: 1, empties: 0, nullLike: 0, numbers: 4, versionLike: 0 },
          ...{ distinct: 2, values: [], otherRows: 9 + seed, forms: [] },
          bins: Array.from({ length: 30 }, (_bin, bin) => [bin, (bin * bin * (at + 3)) % 97] as const),
        },
      ],
    ],
  })),
});
