import { kindFalse, kindNumber } from "./kinds";
import { givePiece, take, takePiece } from "./memory";

/**
 * Values that are counted, as records: length · 16 + kind in four bytes, then the bytes (of a number, its double). A
 * number or long text that many tallies follow is kept once. Records of one size class share a list of free ones, so that values
 * which come and go need no more memory than those that are there at once.
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

/** @param longValueBytes kept of long values in all */
export function prepareValues(longValueBytes: u32): void {
  mostLongBytes = longValueBytes;
  places = takePiece(placeBits + entryBits);
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

/** Numbers, and texts from this length on, are kept once; to look for a shorter text costs more than a copy. */
const sharedBytes: u32 = 24;
/** Texts and JSON of more bytes are long: Mixpanel cuts texts after 255 characters, only lists and objects grow longer. */
const longBytes: u32 = 1 << 10;
/** Long values are kept up to so many bytes in all; later ones are counted by their traits alone. */
let mostLongBytes: u32 = 0;
let longBytesKept: u32 = 0;

/** Whether there is no room left for a value so long. */
export function isBeyondRoom(length: u32): bool {
  return length > longBytes && length > mostLongBytes - min(longBytesKept, mostLongBytes);
}

/** Those by hash: hash, record, tallies that follow it. */
const entryBits: u32 = 4;
const recordAt: usize = 8;
const usesAt: usize = 12;
let places: usize = 0;
let placeBits: u32 = 10;
let keptCount: u32 = 0;

/** Keeps a value for a tally. @param start, length where its bytes stand; `number` counts for a number only */
export function keepValue(kind: u32, hash: u64, start: usize, length: u32, number: f64): usize {
  if (kind < kindNumber) return literals + (kind << 2) - 4;
  if (kind !== kindNumber && length < sharedBytes) return makeText(kind, start, length);
  const place = findPlace(hash);
  const uses = load<u32>(place, usesAt);
  store<u32>(place, uses + 1, usesAt);
  if (uses !== 0) return load<u32>(place, recordAt);
  const record = kind === kindNumber ? makeNumber(number) : makeText(kind, start, length);
  store<u64>(place, hash);
  store<u32>(place, record, recordAt);
  if (++keptCount << 1 > 1 << placeBits) grow();
  return record;
}

function makeNumber(number: f64): usize {
  const record = takeRecord(headerBytes + 8);
  store<u32>(record, (8 << 4) | kindNumber);
  store<f64>(record + headerBytes, number);
  return record;
}

function makeText(kind: u32, start: usize, length: u32): usize {
  if (length > longBytes) longBytesKept += length;
  const record = takeRecord(headerBytes + length);
  store<u32>(record, (length << 4) | kind);
  store<u32>(record, load<u32>(start), headerBytes);
  // Word by word, since most are short: records are whole words, and behind every text some bytes more can be read.
  for (let at: u32 = 8; at < headerBytes + length; at += 8)
    store<u64>(record + at, load<u64>(start + at - headerBytes));
  return record;
}

/** A tally follows a value no longer. */
export function dropValue(hash: u64, record: usize): void {
  const kind = valueKind(record);
  if (kind < kindNumber) return;
  const length = valueLength(record);
  if ((kind === kindNumber || length >= sharedBytes) && isShared(hash)) return;
  if (length > longBytes) longBytesKept -= length;
  const list = freeRecords + (classOf(headerBytes + length) << 2);
  store<u32>(record, load<u32>(list));
  store<u32>(list, record);
}

/** Whether tallies follow the value still, one less than before. */
function isShared(hash: u64): bool {
  const place = findPlace(hash);
  const uses = load<u32>(place, usesAt) - 1;
  store<u32>(place, uses, usesAt);
  if (uses !== 0) return true;
  keptCount--;
  closeGap((place - places) >>> entryBits);
  return false;
}

/** Where a value is or would be. */
function findPlace(hash: u64): usize {
  const mask = (1 << placeBits) - 1;
  let index = (<u32>hash) & mask;
  while (true) {
    const place = places + (index << entryBits);
    if (load<u64>(place) === hash || load<u32>(place, usesAt) === 0) return place;
    index = (index + 1) & mask;
  }
}

/** Moves entries that stand behind an empty place to where they are found again. */
function closeGap(empty: u32): void {
  const mask = (1 << placeBits) - 1;
  let gap = empty;
  let index = (gap + 1) & mask;
  for (; load<u32>(places + (index << entryBits), usesAt) !== 0; index = (index + 1) & mask) {
    const home = load<u32>(places + (index << entryBits)) & mask;
    if (((index - home) & mask) < ((index - gap) & mask)) continue;
    memory.copy(places + (gap << entryBits), places + (index << entryBits), 1 << entryBits);
    store<u32>(places + (index << entryBits), 0, usesAt);
    gap = index;
  }
}

function grow(): void {
  const old = places;
  const end = old + (1 << (placeBits + entryBits));
  places = takePiece(++placeBits + entryBits);
  for (let at = old; at < end; at += 1 << entryBits)
    if (load<u32>(at, usesAt) !== 0) memory.copy(findPlace(load<u64>(at)), at, 1 << entryBits);
  givePiece(old, placeBits - 1 + entryBits);
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
