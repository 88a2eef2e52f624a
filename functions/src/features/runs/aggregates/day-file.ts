import { crc32, gunzipSync, gzipSync } from "node:zlib";
import type { DayAggregates } from "../../../engine/profile/aggregates/day-aggregates.js";
import { ByteReader } from "../../../engine/profile/encoding/byte-reader.js";
import { ByteWriter } from "../../../engine/profile/encoding/byte-writer.js";
import { encodeChunks } from "../../../engine/profile/encoding/encode-day.js";

/** Where a chunk stands in its file, from `start` up to `end`, and what it holds. */
export type ChunkPlace = {
  firstEvent: string;
  start: number;
  end: number;
  /** Bytes when unpacked. */
  size: number;
  /** CRC-32 of the packed bytes: a file may be replaced while it is read piece by piece. */
  crc: number;
};

/** The first bytes of a file. Files of earlier releases are one gzip member, the whole day. */
const magic = "PLF1";
const prefixBytes = magic.length + 4;
const gzipMagic = 0x1f;

/** A chunk is unpacked whole. Values that many events share are written once a chunk, so smaller ones take more room. */
const defaultChunkBytes = 2 ** 20;

/**
 * Packs a day into a file that can be read in part: format, length of the index, index, then compressed chunks of events.
 * The same bytes for the same aggregates.
 */
export function packDay(day: DayAggregates, chunkBytes = defaultChunkBytes): Buffer {
  const index = new ByteWriter();
  const chunks: Buffer[] = [];
  for (const { firstEvent, bytes } of encodeChunks(day, chunkBytes)) {
    const packed = gzipSync(bytes);
    chunks.push(packed);
    index.text(firstEvent);
    for (const number of [packed.length, bytes.length, crc32(packed)]) index.uint(number);
  }
  const prefix = Buffer.alloc(prefixBytes);
  prefix.write(magic);
  prefix.writeUInt32LE(index.length, magic.length);
  return Buffer.concat([prefix, index.bytes(), ...chunks]);
}

/**
 * Reads the index at a file's beginning.
 * @returns the number of bytes that are needed when `head` is too short; "whole" for a file of an earlier release
 * @throws RangeError when it is no such file
 */
export function readIndex(head: Buffer): ChunkPlace[] | number | "whole" {
  if (head[0] === gzipMagic) return "whole";
  if (head.length < prefixBytes) return prefixBytes;
  if (head.toString("latin1", 0, magic.length) !== magic) throw new RangeError("not a day's file");
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
  return places;
}

/** @throws RangeError when these are not the bytes that the index describes */
export function unpackChunk(packed: Buffer, { crc }: ChunkPlace): Buffer {
  if (crc32(packed) !== crc) throw new RangeError("not the chunk that the index tells of");
  return gunzipSync(packed);
}

/** The chunks of a whole file, unpacked one by one. */
export const unpackDay = (file: Buffer): Iterable<Buffer> => ({
  *[Symbol.iterator]() {
    const places = readIndex(file);
    if (places === "whole") yield gunzipSync(file);
    else if (typeof places === "number") throw new RangeError("a day's file ends early");
    else for (const place of places) yield unpackChunk(file.subarray(place.start, place.end), place);
  },
});
