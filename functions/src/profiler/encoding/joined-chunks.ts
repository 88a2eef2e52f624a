import type { Day } from "../../common/days.js";
import type { PropertyDay } from "../../aggregates/model.js";
import type { PlannedDimension } from "../../aggregates/event-segments.js";
import { EncodedDay } from "./encoded-day.js";
import type { EncodedSegments } from "./encoded-segments.js";
import type { TableReader } from "./value-table.js";

/** Bytes of a chunk from `encodeChunks`, and the values that the day's chunks share. */
export type Chunk = { bytes: Uint8Array; shared: TableReader | null };

export const openChunk = ({ bytes, shared }: Chunk): EncodedDay => new EncodedDay(bytes, shared);

/** The parts of a day that a reader needs. */
export type OpenDay = {
  readonly day: Day;
  /** Sorted by name. */
  readonly events: ReadonlyMap<string, { rows: number; copies: number | undefined }>;
  readonly dimensions: readonly PlannedDimension[];
  readonly hasSegments: boolean;
  hours(event: string): readonly number[] | null;
  /** By name, sorted. */
  properties(event: string): ReadonlyMap<string, unknown>;
  property(event: string, property: string): PropertyDay | null;
  segments(event: string): EncodedSegments | null;
};

/** Events from the name `from` up to, but not including, `to`, in UTF-16 order; null means no limit. */
export type EventRange = { from: string | null; to: string | null };

export const allEvents: EventRange = { from: null, to: null };

/** Reads consecutive chunks of a day as one day. Read event by event: only the last event's chunk stays decoded. */
export class JoinedChunks implements OpenDay {
  readonly day: Day;
  readonly dimensions: readonly PlannedDimension[];
  readonly hasSegments: boolean;
  readonly events: ReadonlyMap<string, { rows: number; copies: number | undefined; chunk: Chunk }>;
  #open: { chunk: Chunk; decoded: EncodedDay };

  /**
   * @param chunks of `encodeChunks`, at least one, in their order
   * @throws RangeError when they are of different days or not in order
   */
  constructor(chunks: readonly Chunk[], range: EventRange = allEvents) {
    const [first] = chunks;
    if (!first) throw new RangeError("no chunks to join");
    const events = new Map<string, { rows: number; copies: number | undefined; chunk: Chunk }>();
    this.#open = { chunk: first, decoded: openChunk(first) };
    const { day, dimensions, hasSegments } = this.#open.decoded;
    let last: string | null = null;
    for (const chunk of chunks) {
      const decoded = chunk === first ? this.#open.decoded : openChunk(chunk);
      if (decoded.day !== day) throw new RangeError(`chunks of ${day} and ${decoded.day}`);
      for (const [event, { rows, copies }] of decoded.events) {
        if (last !== null && event <= last) throw new RangeError(`chunks of ${day} are not in order`);
        last = event;
        if ((range.from === null || event >= range.from) && (range.to === null || event < range.to))
          events.set(event, { rows, copies, chunk });
      }
    }
    this.day = day;
    this.dimensions = dimensions;
    this.hasSegments = hasSegments;
    this.events = events;
  }

  hours(event: string): readonly number[] | null {
    return this.#with(event)?.hours(event) ?? null;
  }

  properties(event: string): ReadonlyMap<string, unknown> {
    return this.#with(event)?.properties(event) ?? none;
  }

  property(event: string, property: string): PropertyDay | null {
    return this.#with(event)?.property(event, property) ?? null;
  }

  segments(event: string): EncodedSegments | null {
    return this.#with(event)?.segments(event) ?? null;
  }

  #with(event: string): EncodedDay | null {
    const chunk = this.events.get(event)?.chunk;
    if (chunk === undefined) return null;
    if (this.#open.chunk !== chunk) this.#open = { chunk, decoded: openChunk(chunk) };
    return this.#open.decoded;
  }
}

const none: ReadonlyMap<string, unknown> = new Map();
