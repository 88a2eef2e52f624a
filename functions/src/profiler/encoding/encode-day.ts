import type { Day } from "../../common/days.js";
import type { PropertyDay } from "../../aggregates/model.js";
import type { PlannedDimension } from "../../aggregates/event-segments.js";
import type { EventDaySegments } from "../aggregates/segment-counts.js";
import type { DayAggregates, EventDay } from "../aggregates/day-aggregates.js";
import { EncodedDay, formats } from "./encoded-day.js";
import { encodeSegments } from "./encode-segments.js";
import { readPropertySegments, type EncodedSegments } from "./encoded-segments.js";
import { ByteWriter } from "./byte-writer.js";
import { writeProperty } from "./encode-property.js";
import { TableWriter } from "./value-table.js";

/** Some of a day's events, sorted and encoded as if the day had no others. */
type DayChunk = { firstEvent: string; bytes: Buffer };

/**
 * Encodes a day's aggregates; the same bytes for the same aggregates. Layout: format, day, tables of shared names
 * and values, directory of events (name, rows, copies), then a block for each event (rows by hour, directory of its properties,
 * then the properties), so that a reader decodes only what it needs. A day with two-way counts has its own format, with the dimensions
 * after the tables and, in each block, the two-way counts after the properties. Compressing the bytes saves half
 * to two thirds.
 */
export function encodeDay(aggregates: DayAggregates): Buffer {
  const [whole] = encodeChunks(aggregates, Infinity);
  return whole!.bytes;
}

/**
 * Encodes a day in chunks. Each chunk is what `encodeDay` would make of its events alone, except that values which
 * came more than once in an earlier chunk are in `shared`, which is complete at the end. A chunk ends with the
 * event that makes it `chunkBytes` or larger, so it depends only on its own events and those before. A day without
 * events is one chunk.
 */
export function* encodeChunks(
  { day, events, dimensions }: DayAggregates,
  chunkBytes: number,
  shared: TableWriter | null = null,
): Generator<DayChunk> {
  let chunk: ChunkWriter | null = null;
  let last: TableWriter | null = null;
  for (const event of events) {
    if (chunk === null) {
      if (shared) last?.share();
      last = new TableWriter(shared);
      chunk = new ChunkWriter(day, dimensions, event.event, last);
    }
    chunk.add(event);
    if (chunk.size < chunkBytes) continue;
    yield chunk.end();
    chunk = null;
  }
  if (last === null) chunk = new ChunkWriter(day, dimensions, "", new TableWriter());
  if (chunk) yield chunk.end();
}

class ChunkWriter {
  readonly #directory = new ByteWriter();
  readonly #blocks = new ByteWriter();
  #events = 0;

  constructor(
    private readonly day: Day,
    private readonly dimensions: readonly PlannedDimension[] | undefined,
    private readonly firstEvent: string,
    private readonly table: TableWriter,
  ) {}

  /** Approximate number of encoded bytes. */
  get size(): number {
    return this.table.size + this.#directory.length + this.#blocks.length;
  }

  add({ event, rows, copies, hours = [], properties, segments }: EventDay): void {
    const [blocks, { table, dimensions }] = [this.#blocks, this];
    this.#events++;
    const names: string[] = [];
    const block = encodeProperties(properties, table, names);
    this.#directory.text(event);
    this.#directory.uint(rows);
    this.#directory.uint(copies === undefined ? 0 : copies + 1);
    this.#directory.uint(blocks.length);
    writeHours(blocks, hours);
    if (dimensions !== undefined) blocks.uint(block.length);
    blocks.raw(block);
    if (dimensions !== undefined) blocks.raw(encodeSegments(segments!, names, dimensions, table));
  }

  end(): DayChunk {
    const numbered = this.dimensions?.map(
      ({ property, isNarrow }) => this.table.nameNumber(property) * 2 + (isNarrow ? 1 : 0),
    );
    const out = new ByteWriter();
    const { sharedCount } = this.table;
    out.raw(Buffer.from(formats[4 + (numbered === undefined ? 0 : 1) + (sharedCount === 0 ? 0 : 2)]!));
    out.text(this.day);
    if (sharedCount > 0) out.uint(sharedCount);
    this.table.write(out);
    if (numbered !== undefined) {
      out.uint(numbered.length);
      for (const number of numbered) out.uint(number);
    }
    out.uint(this.#events);
    out.raw(this.#directory.bytes());
    out.raw(this.#blocks.bytes());
    return { firstEvent: this.firstEvent, bytes: out.bytes() };
  }
}

/** Decodes the output of `encodeDay`. @throws RangeError for other bytes */
export function decodeDay(bytes: Uint8Array): DayAggregates {
  const encoded = new EncodedDay(bytes);
  const events = [...encoded.events.keys()].map((event) => decodedEvent(encoded, event));
  return {
    day: encoded.day,
    events,
    ...(encoded.hasSegments && { dimensions: encoded.dimensions }),
  };
}

/** Decodes one of the day's events. */
export function decodedEvent(encoded: EncodedDay, event: string): EventDay {
  const properties = [...encoded.properties(event).keys()].map(
    (property) => [property, encoded.property(event, property)!] as const,
  );
  const segments = encoded.segments(event);
  const { rows, copies } = encoded.events.get(event)!;
  const hours = encoded.hours(event);
  return {
    event,
    rows,
    ...(copies !== undefined && { copies }),
    ...(hours && { hours }),
    properties,
    ...(segments && { segments: decodedSegments(encoded, segments) }),
  };
}

const decodedSegments = ({ dimensions }: EncodedDay, segments: EncodedSegments): EventDaySegments => ({
  dimensions: segments.dimensions,
  versions: segments.versions,
  property: (name) => readPropertySegments(segments, dimensions, name),
});

/** The number of hours (0 if they are unknown), a bit for each that has rows, and these rows. */
function writeHours(out: ByteWriter, hours: readonly number[]): void {
  out.uint(hours.length);
  out.uint(hours.reduce((bits, rows, hour) => (rows > 0 ? bits + 2 ** hour : bits), 0));
  for (const rows of hours) if (rows > 0) out.uint(rows);
}

function encodeProperties(
  properties: Iterable<readonly [property: string, day: PropertyDay]>,
  table: TableWriter,
  names: string[],
): Buffer {
  const directory = new ByteWriter();
  const body = new ByteWriter();
  let count = 0;
  for (const [property, day] of properties) {
    count++;
    names.push(property);
    directory.uint(table.nameNumber(property));
    directory.uint(body.length);
    writeProperty(body, day, table);
  }
  const out = new ByteWriter();
  out.uint(count);
  out.raw(directory.bytes());
  out.raw(body.bytes());
  return out.bytes();
}
