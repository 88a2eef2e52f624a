import type { AggregateBlocks, AggregateReader } from "../../../aggregates/model.js";
import type { Day } from "../../../common/days.js";
import {
  allEvents,
  type Chunk,
  JoinedChunks,
  type EventRange,
  type OpenDay,
  openDays,
} from "../../../profiler/index.js";
import { eachOf } from "../../../common/each-of.js";
import { raise } from "../../../common/errors.js";
import type { ObjectStore } from "../../../ports/object-store.js";
import { readIndex, unpackChunk, type ChunkPlace, type DayIndex } from "./day-file.js";

export type BlockSizes = {
  /** Unpacked bytes of a block over all days. Chunks that it shares with the previous block come on top. */
  block: number;
  /** Packed bytes that one request per day reads, over all days. Requests cost money, so there should be few. */
  read: number;
};

const defaultSizes: BlockSizes = { block: 24 * 2 ** 20, read: 32 * 2 ** 20 };
const requestsAtOnce = 16;

type DayObject = { day: Day; path: string };

/**
 * Stored days, read one block of events at a time. A small file is read with one request and stays in memory. From a
 * larger file, only what the block needs and some bytes ahead are read, and the next block's while a block is judged.
 */
export class StoredBlocks implements AggregateBlocks {
  readonly days: readonly Day[];
  #files: readonly DayFile[] | null = null;

  /** @param shown filters each block; blocks without events are skipped */
  constructor(
    private readonly objects: ObjectStore,
    private readonly stored: readonly DayObject[],
    private readonly shown: (reader: AggregateReader) => AggregateReader,
    private readonly sizes: BlockSizes = defaultSizes,
  ) {
    this.days = stored.map(({ day }) => day);
  }

  /** @throws Error when a day is missing, damaged, or replaced in the meantime */
  async *blocks(): AsyncGenerator<AggregateReader, void, undefined> {
    const readBytes = Math.ceil(this.sizes.read / Math.max(1, this.days.length));
    this.#files ??= await this.#open(readBytes);
    const cursors = this.#files.map((file) => new Cursor(this.objects, file, readBytes));
    const ranges = planBlocks(this.#files, this.sizes.block);
    const load = async (range: EventRange | undefined): Promise<void> => {
      if (range) await eachOf(cursors, requestsAtOnce, (cursor) => cursor.load(range), fail);
    };
    let loading = load(ranges[0]);
    for (const [at, range] of ranges.entries()) {
      await loading;
      const block = this.shown(openDays(cursors.map((cursor) => cursor.open(range))));
      loading = load(ranges[at + 1]);
      // Prevents an unhandled rejection if the caller stops early.
      loading.catch(() => undefined);
      if (block.events().length > 0) yield block;
    }
  }

  async #open(readBytes: number): Promise<DayFile[]> {
    const files = new Map<DayObject, DayFile>();
    const open = async (stored: DayObject): Promise<void> =>
      void files.set(stored, await openFile(this.objects, stored, readBytes));
    await eachOf(this.stored, requestsAtOnce, open, fail);
    return this.stored.map((stored) => files.get(stored)!);
  }
}

/** An opened file: its index and first bytes. */
type DayFile = DayObject & DayIndex & { head: Buffer };

async function openFile(objects: ObjectStore, stored: DayObject, readBytes: number): Promise<DayFile> {
  const head = await readBytesOf(objects, stored, 0, readBytes);
  const index = rethrowAsDamaged(stored, () => readIndex(head));
  if (typeof index === "number") {
    if (head.length < readBytes) throw damaged(stored);
    return openFile(objects, stored, index);
  }
  return { ...stored, ...index, head };
}

/** Reads a file from beginning to end. */
class Cursor {
  /** The bytes read last. */
  #read: { start: number; bytes: Buffer };
  /** Packed chunks of the next block, by number. */
  readonly #packed = new Map<number, Buffer>();
  /** The last chunk of the previous block, which may contain events of the next one. */
  #last: { number: number; chunk: Chunk } | null = null;

  constructor(
    private readonly objects: ObjectStore,
    private readonly file: DayFile,
    private readonly readBytes: number,
  ) {
    this.#read = { start: 0, bytes: file.head };
  }

  /** Fetches what a range needs. Ranges must be loaded in order. */
  async load(range: EventRange): Promise<void> {
    const { places } = this.file;
    const { first, end } = numbersOf(places, range);
    for (let number = first; number < end; number++) {
      if (number === this.#last?.number) continue;
      const place = places[number]!;
      if (place.end > this.#read.start + this.#read.bytes.length) {
        const ahead = places.findLast((later) => later.end <= place.start + this.readBytes);
        const to = Math.max(places[end - 1]!.end, ahead?.end ?? 0);
        const bytes = await readBytesOf(this.objects, this.file, place.start, to);
        if (bytes.length < to - place.start) throw damaged(this.file);
        this.#read = { start: place.start, bytes };
      }
      const { start, bytes } = this.#read;
      this.#packed.set(number, bytes.subarray(place.start - start, place.end - start));
    }
  }

  /** Unpacks what `load` fetched. */
  open(range: EventRange): OpenDay {
    return rethrowAsDamaged(this.file, () => this.#unpack(range));
  }

  #unpack(range: EventRange): OpenDay {
    const { day, places, shared } = this.file;
    const { first, end } = numbersOf(places, range);
    const chunks: Chunk[] = [];
    for (let number = first; number < end; number++) {
      if (number !== this.#last?.number) {
        const bytes = unpackChunk(this.#packed.get(number)!, places[number]!);
        this.#last = { number, chunk: { bytes, shared } };
      }
      chunks.push(this.#last.chunk);
    }
    this.#packed.clear();
    const opened = new JoinedChunks(chunks, range);
    if (opened.day !== day) throw new RangeError(`chunks of ${opened.day}`);
    return opened;
  }
}

/** Numbers of the chunks that may contain events of the range. */
function numbersOf(places: readonly ChunkPlace[], { from, to }: EventRange): { first: number; end: number } {
  const next = from === null ? 1 : places.findIndex(({ firstEvent }) => firstEvent > from);
  const end = to === null ? -1 : places.findIndex(({ firstEvent }) => firstEvent >= to);
  const first = Math.max(0, (next < 0 ? places.length : next) - 1);
  return { first, end: Math.max(end < 0 ? places.length : end, Math.min(first + 1, places.length)) };
}

/** Splits the events into ranges, each with as many chunks beginning in it as fill a block. */
function planBlocks(files: readonly DayFile[], blockBytes: number): EventRange[] {
  const places = files
    .flatMap((file) => file.places)
    .sort((a, b) => (a.firstEvent < b.firstEvent ? -1 : a.firstEvent > b.firstEvent ? 1 : 0));
  const ranges: EventRange[] = [];
  let { from } = allEvents;
  let size = 0;
  for (const [at, { firstEvent, size: added }] of places.entries()) {
    if (size > 0 && size + added > blockBytes && firstEvent > places[at - 1]!.firstEvent) {
      ranges.push({ from, to: firstEvent });
      from = firstEvent;
      size = 0;
    }
    size += added;
  }
  return [...ranges, { from, to: null }];
}

async function readBytesOf(
  objects: ObjectStore,
  { day, path }: DayObject,
  start: number,
  end: number,
): Promise<Buffer> {
  const bytes = await objects.readRange(path, start, end);
  if (!bytes) throw new Error(`aggregates of ${day} are missing`);
  return bytes;
}

function rethrowAsDamaged<T>(stored: DayObject, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw damaged(stored, error);
  }
}

const damaged = ({ day }: DayObject, cause?: unknown): Error =>
  new Error(`aggregates of ${day} are damaged, or were replaced while they were read`, { cause });

const fail = (_of: unknown, error: unknown): never => raise(error as Error);
