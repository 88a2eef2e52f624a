import type { Day } from "../../common/days.js";
import type { PropertyDay } from "../../aggregates/model.js";
import { ByteReader } from "./byte-reader.js";
import { readProperty } from "./encode-property.js";
import { EncodedSegments } from "./encoded-segments.js";
import type { PlannedDimension } from "../../aggregates/event-segments.js";
import { TableReader } from "./value-table.js";

/**
 * Name and version of the format, the first bytes of an encoded day. Every second one has two-way counts. The third
 * and fourth of four are for chunks that refer to values of a shared table. Days that were encoded before hours were
 * counted have one of the first four.
 */
export const formats = ["PLD5", "PLD6", "PLD7", "PLD8", "PLD9", "PLDA", "PLDB", "PLDC"] as const;

type OpenEvent = {
  event: string;
  hours: readonly number[] | null;
  properties: ReadonlyMap<string, number>;
  segmentsAt: number;
};

/** An encoded day, of which only the parts being read are decoded. */
export class EncodedDay {
  readonly day: Day;
  /** Events of the day, sorted by name. */
  readonly events: ReadonlyMap<string, { rows: number; copies: number | undefined; offset: number }>;
  /** Dimensions that two-way counts were made for; empty when none were made. */
  readonly dimensions: readonly PlannedDimension[];
  readonly #bytes: Buffer;
  readonly #table: TableReader;
  readonly #blocks: number;
  readonly #hasHours: boolean;
  /** Whether two-way counts were made, even if only of versions. */
  readonly hasSegments: boolean;
  /** Directory of the last event, kept because readers go event by event. */
  #open: OpenEvent | null = null;

  /**
   * @param shared values that the chunks of the day share
   * @throws RangeError when the bytes are not an encoded day, or refer to shared values that are not given
   */
  constructor(bytes: Uint8Array, shared: TableReader | null = null) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const source = new ByteReader(this.#bytes);
    const magic = source.raw(formats[0].length).toString("latin1");
    const format = formats.findIndex((one) => one === magic);
    if (format < 0) throw new RangeError("not an encoded day");
    this.hasSegments = format % 2 === 1;
    this.#hasHours = format >= 4;
    this.day = source.text();
    this.#table = new TableReader(source, format % 4 >= 2 ? source.uint() : 0, shared);
    const dimensions: PlannedDimension[] = [];
    for (let left = this.hasSegments ? source.uint() : 0; left > 0; left--) {
      const number = source.uint();
      dimensions.push({ property: this.#table.name(number >>> 1), isNarrow: number % 2 === 1 });
    }
    this.dimensions = dimensions;
    const events = new Map<string, { rows: number; copies: number | undefined; offset: number }>();
    for (let left = source.uint(); left > 0; left--) {
      const event = source.text();
      const rows = source.uint();
      // One more than there are, so that 0 means unknown.
      const copies = source.uint() - 1;
      events.set(event, { rows, copies: copies < 0 ? undefined : copies, offset: source.uint() });
    }
    this.events = events;
    this.#blocks = source.at;
  }

  /** Properties of an event, sorted by name, with the position of each. */
  properties(event: string): ReadonlyMap<string, number> {
    return this.#openEvent(event).properties;
  }

  /** Rows of an event by hour since the day's first second; null if unknown. */
  hours(event: string): readonly number[] | null {
    return this.#openEvent(event).hours;
  }

  /** Two-way counts of an event; null when none were made or no row of the day has it. */
  segments(event: string): EncodedSegments | null {
    if (!this.hasSegments || !this.events.has(event)) return null;
    const { properties, segmentsAt } = this.#openEvent(event);
    const source = new ByteReader(this.#bytes, segmentsAt);
    return new EncodedSegments(source, this.dimensions, properties.keys(), this.#table);
  }

  #openEvent(event: string): OpenEvent {
    if (this.#open?.event === event) return this.#open;
    let segmentsAt = 0;
    let hours: readonly number[] | null = null;
    const properties = new Map<string, number>();
    const entry = this.events.get(event);
    if (entry !== undefined) {
      const source = new ByteReader(this.#bytes, this.#blocks + entry.offset);
      if (this.#hasHours) hours = readHours(source);
      const length = this.hasSegments ? source.uint() : 0;
      segmentsAt = source.at + length;
      const listed: [name: string, offset: number][] = [];
      for (let left = source.uint(); left > 0; left--)
        listed.push([this.#table.name(source.uint()), source.uint()]);
      for (const [name, offset] of listed) properties.set(name, source.at + offset);
    }
    this.#open = { event, hours, properties, segmentsAt };
    return this.#open;
  }

  property(event: string, property: string): PropertyDay | null {
    const at = this.properties(event).get(property);
    return at === undefined ? null : readProperty(new ByteReader(this.#bytes, at), this.#table);
  }
}

function readHours(source: ByteReader): readonly number[] | null {
  const count = source.uint();
  const bits = source.uint();
  if (count === 0) return null;
  return Array.from({ length: count }, (_, hour) => ((bits >>> hour) & 1 ? source.uint() : 0));
}
