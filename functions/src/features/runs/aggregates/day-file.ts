import { crc32, gunzipSync, gzipSync } from "node:zlib";
import {
  type DayAggregates,
  ByteReader,
  ByteWriter,
  encodeChunks,
  type Chunk,
  TableReader,
  TableWriter,
} from "../../../profiler/index.js";

/** A chunk's place in its file, from `start` up to `end`, and what it contains. */
export type ChunkPlace = {
  firstEvent: string;
  start: number;
  end: number;
  /** Bytes when unpacked. */
  size: number;
  /** CRC-32 of the packed bytes, because a file may be replaced while it is read piece by piece. */
  crc: number;
};

/** A file's index of its chunks, and the values that they share. */
export type DayIndex = { places: readonly ChunkPlace[]; shared: TableReader | null };

/** The first bytes of a file. */
const magic = "PLF1";
/** The first bytes of a file with shared values, which are packed like a chunk and come first in the index. */
const magicWithShared = "PLF2";
const prefixBytes = magic.length + 4;

/** A chunk ends with the event that brings it to this unpacked size. Chunks are always unpacked whole. */
const defaultChunkBytes = 2 ** 20;

/**
 * Packs a day into a file that can be read in part: format, length of the index, index, then compressed chunks of
 * events. The same aggregates make the same bytes.
 */
export function packDay(day: DayAggregates, chunkBytes = defaultChunkBytes): Buffer {
  const shared = new TableWriter();
  const chunks: PackedChunk[] = [];
  for (const { firstEvent, bytes } of encodeChunks(day, chunkBytes, shared))
    chunks.push(packChunk(firstEvent, bytes));
  if (shared.valueCount > 0) {
    const table = new ByteWriter();
    shared.write(table);
    chunks.unshift(packChunk("", table.bytes()));
  }
  const index = new ByteWriter();
  for (const { firstEvent, bytes, size } of chunks) {
    index.text(firstEvent);
    for (const number of [bytes.length, size, crc32(bytes)]) index.uint(number);
  }
  const prefix = Buffer.alloc(prefixBytes);
  prefix.write(shared.valueCount > 0 ? magicWithShared : magic);
  prefix.writeUInt32LE(index.length, magic.length);
  return Buffer.concat([prefix, index.bytes(), ...chunks.map(({ bytes }) => bytes)]);
}

type PackedChunk = { firstEvent: string; bytes: Buffer; size: number };

const packChunk = (firstEvent: string, bytes: Buffer): PackedChunk => ({
  firstEvent,
  bytes: gzipSync(bytes),
  size: bytes.length,
});

/**
 * Reads the index and the shared values at the beginning of a file.
 * @returns the number of bytes needed when `head` is too short
 * @throws RangeError when it isn't a day's file
 */
export function readIndex(head: Buffer): DayIndex | number {
  if (head.length < prefixBytes) return prefixBytes;
  const format = head.toString("latin1", 0, magic.length);
  if (format !== magic && format !== magicWithShared) throw new RangeError("not a day's file");
  const end = prefixBytes + head.readUInt32LE(magic.length);
  if (head.length < end) return end;
  const source = new ByteReader(head.subarray(0, end), prefixBytes);
  const places: ChunkPlace[] = [];
  for (let start = end; source.at < end;) {
    const firstEvent = source.text();
    const [length, size, crc] = [source.uint(), source.uint(), source.uint()];
    places.push({ firstEvent, start, end: start + length, size, crc });
    start += length;
  }
  if (format === magic) return { places, shared: null };
  const [table, ...rest] = places;
  if (!table) throw new RangeError("no shared values");
  if (head.length < table.end) return table.end;
  const unpacked = unpackChunk(head.subarray(table.start, table.end), table);
  return { places: rest, shared: new TableReader(new ByteReader(unpacked)) };
}

/** @throws RangeError when these are not the bytes that the index describes */
export function unpackChunk(packed: Buffer, { crc }: ChunkPlace): Buffer {
  if (crc32(packed) !== crc) throw new RangeError("not the chunk that the index describes");
  return gunzipSync(packed);
}

/** The chunks of a whole file, unpacked one by one. */
export const unpackDay = (file: Buffer): Iterable<Chunk> => ({
  *[Symbol.iterator]() {
    const index = readIndex(file);
    if (typeof index === "number") throw new RangeError("a day's file ends early");
    for (const place of index.places)
      yield { bytes: unpackChunk(file.subarray(place.start, place.end), place), shared: index.shared };
  },
});
