import type { Day, PropertyDay } from "../model.js";
import { ByteReader } from "./byte-reader.js";
import { readProperty } from "./property-codec.js";
import { TableReader } from "./value-table.js";

/** Name and version of the format. */
export const magic = "PLD1";

/** Lazy view of one encoded day. */
export class EncodedDay {
  readonly day: Day;
  /** Events of the day, sorted. */
  readonly events: ReadonlyMap<string, { rows: number; offset: number }>;
  readonly #bytes: Buffer;
  readonly #table: TableReader;
  readonly #blocks: number;
  /** Directory of the event asked for last: readers go event by event. */
  #open: { event: string; properties: ReadonlyMap<string, number> } | null = null;

  /** @throws RangeError when the bytes are no encoded day */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const source = new ByteReader(this.#bytes);
    if (source.raw(magic.length).toString("latin1") !== magic) throw new RangeError("not an encoded day");
    this.day = source.text();
    this.#table = new TableReader(source);
    const events = new Map<string, { rows: number; offset: number }>();
    for (let left = source.uint(); left > 0; left--)
      events.set(source.text(), { rows: source.uint(), offset: source.uint() });
    this.events = events;
    this.#blocks = source.at;
  }

  /** Properties of an event, sorted, with where they stand. */
  properties(event: string): ReadonlyMap<string, number> {
    if (this.#open?.event === event) return this.#open.properties;
    const properties = new Map<string, number>();
    const entry = this.events.get(event);
    if (entry !== undefined) {
      const source = new ByteReader(this.#bytes, this.#blocks + entry.offset);
      const listed: [name: string, offset: number][] = [];
      for (let left = source.uint(); left > 0; left--)
        listed.push([this.#table.name(source.uint()), source.uint()]);
      for (const [name, offset] of listed) properties.set(name, source.at + offset);
    }
    this.#open = { event, properties };
    return properties;
  }

  property(event: string, property: string): PropertyDay | null {
    const at = this.properties(event).get(property);
    return at === undefined ? null : readProperty(new ByteReader(this.#bytes, at), this.#table);
  }
}
