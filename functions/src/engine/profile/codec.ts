import type { PropertyDay } from "../model.js";
import type { DayAggregates } from "./aggregates.js";
import { EncodedDay, magic } from "./encoded-day.js";
import { ByteWriter } from "./byte-writer.js";
import { writeProperty } from "./property-codec.js";
import { TableWriter } from "./value-table.js";

/**
 * One day's aggregates as bytes, the same bytes for the same aggregates. Layout: magic, day, tables of shared
 * names and values, directory of events, then a block an event (directory of its properties, their days), so
 * that a reader decodes only what it is asked for. Compress it for storage: half to two thirds go.
 */
export function encodeDay({ day, events }: DayAggregates): Buffer {
  const table = new TableWriter();
  const directory = new ByteWriter();
  const blocks = new ByteWriter();
  let eventCount = 0;
  for (const { event, rows, properties } of events) {
    eventCount++;
    const block = encodeProperties(properties, table);
    directory.text(event);
    directory.uint(rows);
    directory.uint(blocks.length);
    blocks.raw(block);
  }
  const out = new ByteWriter();
  out.raw(Buffer.from(magic));
  out.text(day);
  table.write(out);
  out.uint(eventCount);
  out.raw(directory.bytes());
  out.raw(blocks.bytes());
  return out.bytes();
}

/** The aggregates that `encodeDay` made the bytes of. @throws RangeError when they are none */
export function decodeDay(bytes: Uint8Array): DayAggregates {
  const encoded = new EncodedDay(bytes);
  const events = [...encoded.events].map(([event, { rows }]) => ({
    event,
    rows,
    properties: [...encoded.properties(event).keys()].map(
      (property) => [property, encoded.property(event, property)!] as const,
    ),
  }));
  return { day: encoded.day, events };
}

function encodeProperties(
  properties: Iterable<readonly [property: string, day: PropertyDay]>,
  table: TableWriter,
): Buffer {
  const directory = new ByteWriter();
  const body = new ByteWriter();
  let count = 0;
  for (const [property, day] of properties) {
    count++;
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
