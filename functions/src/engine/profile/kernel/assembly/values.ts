import { kindFalse, kindNumber } from "./kinds";
import { take } from "./memory";

/**
 * Values that are counted, as records: length · 16 + kind in four bytes, then the bytes (of a number, its double).
 * Records of one size class share a list of free ones, so that values which come and go need no more memory than those
 * that are there at once.
 */
const headerBytes: u32 = 4;
/** Up to this size classes are 8 bytes apart, above it four to a doubling. */
const finestBytes: u32 = 256;
const finestClasses: u32 = 33;
const classCount: u32 = finestClasses + 24 * 4;
const freeRecords: usize = memory.data(4 * 129);
const chunkBytes: u32 = 1 << 15;

let chunk: usize = 0;
let chunkEnd: usize = 0;
/** Records of null, "", true and false, one after the other. */
let literals: usize = 0;

export function prepareValues(): void {
  literals = take(16);
  for (let kind: u32 = 1; kind <= kindFalse; kind++) store<u32>(literals + (kind << 2) - 4, kind);
}

/** Class of the smallest records with room for so many bytes; `classSize` is their size. */
let classSize: u32 = 0;
function classOf(bytes: u32): u32 {
  if (bytes <= finestBytes) {
    classSize = (bytes + 7) & ~7;
    return classSize >>> 3;
  }
  const doubling = 31 - clz(bytes - 1);
  const step = 1 << (doubling - 2);
  const steps = (bytes - 1 - (1 << doubling)) / step;
  classSize = (1 << doubling) + (steps + 1) * step;
  return finestClasses + (doubling - 8) * 4 + steps;
}

function takeRecord(bytes: u32): usize {
  const list = freeRecords + (classOf(bytes) << 2);
  const free = load<u32>(list);
  if (free !== 0) {
    store<u32>(list, load<u32>(free));
    return free;
  }
  if (classSize > chunkBytes >>> 3) return take(classSize);
  if (chunk + classSize > chunkEnd) {
    chunk = take(chunkBytes);
    chunkEnd = chunk + chunkBytes;
  }
  const record = chunk;
  chunk += classSize;
  return record;
}

/** Keeps a value. @param start, length where its bytes stand; `number` counts for a number only */
export function keepValue(kind: u32, start: usize, length: u32, number: f64): usize {
  if (kind < kindNumber) return literals + (kind << 2) - 4;
  if (kind === kindNumber) {
    const record = takeRecord(headerBytes + 8);
    store<u32>(record, (8 << 4) | kind);
    store<f64>(record + headerBytes, number);
    return record;
  }
  const record = takeRecord(headerBytes + length);
  store<u32>(record, (length << 4) | kind);
  store<u32>(record, load<u32>(start), headerBytes);
  // Word by word, since most are short: records are whole words, and behind every text some bytes more can be read.
  for (let at: u32 = 8; at < headerBytes + length; at += 8)
    store<u64>(record + at, load<u64>(start + at - headerBytes));
  return record;
}

export function dropValue(record: usize): void {
  if (valueKind(record) < kindNumber) return;
  const list = freeRecords + (classOf(headerBytes + valueLength(record)) << 2);
  store<u32>(record, load<u32>(list));
  store<u32>(list, record);
}

export function valueKind(record: usize): u32 {
  return load<u32>(record) & 15;
}

export function valueLength(record: usize): u32 {
  return load<u32>(record) >>> 4;
}

export function valueStart(record: usize): usize {
  return record + headerBytes;
}
