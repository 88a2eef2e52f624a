import { check, damagedValue } from "../checks";
import { kindFalse, kindNumber } from "../kinds";
import { free, reserve, alloc } from "../memory";

/**
 * Stored values. A record is four bytes (bit 31: null-like, then length · 16 + kind) and the value's bytes (for a
 * number, its double). Long texts that several tallies count are stored once; for numbers, the search would cost
 * more than a copy. Each size class has a list of free records, so values that come and go need no more memory
 * than the largest number of them at one time.
 */
const headerBytes: u32 = 4;
const nullLikeFlag: u32 = 1 << 31;
/** Up to this size, size classes are 8 bytes apart; above it, there are four per doubling. */
const finestBytes: u32 = 256;
const finestClasses: u32 = 33;
const classCount: u32 = finestClasses + 24 * 4;
const freeRecords: usize = memory.data(4 * 129);
const chunkBits: u32 = 15;
const chunkBytes: u32 = 1 << chunkBits;

let chunk: usize = 0;
let chunkEnd: usize = 0;
/** The records of null, "", true and false, one after the other. */
let literals: usize = 0;

/** @param longValueBytes number of bytes kept of long values in all */
export function initValues(longValueBytes: u32): void {
  maxLongBytes = longValueBytes;
  places = alloc(placeBits + entryBits);
  literals = reserve(16);
  for (let kind: u32 = 1; kind <= kindFalse; kind++) store<u32>(literals + (kind << 2) - 4, kind);
}

/** The smallest size class with room for `bytes`; sets `classSize` to its size. */
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

function allocRecord(bytes: u32): usize {
  const list = freeRecords + (classOf(bytes) << 2);
  const free = load<u32>(list);
  if (free !== 0) {
    store<u32>(list, load<u32>(free));
    return free;
  }
  if (classSize > chunkBytes >>> 3) return reserve(classSize);
  if (chunk + classSize > chunkEnd) {
    chunk = alloc(chunkBits);
    chunkEnd = chunk + chunkBytes;
  }
  const record = chunk;
  chunk += classSize;
  return record;
}

/** Texts of at least this length are stored once; for a shorter text the search costs more than a copy. */
const sharedBytes: u32 = 24;
/**
 * Values longer than this are long values. Mixpanel cuts texts after 255 characters, so these are lists and
 * objects.
 */
const longBytes: u32 = 1 << 10;
/** Bytes of long values that are stored in all; later long values are counted by trait only. */
let maxLongBytes: u32 = 0;
let longBytesKept: u32 = 0;

/** Whether a value of this length is a long value and the limit leaves no room for it. */
export function exceedsLongValueLimit(length: u32): bool {
  return length > longBytes && length > maxLongBytes - min(longBytesKept, maxLongBytes);
}

/**
 * Hash table of the values that are stored once; an entry is a hash, a record and the number of tallies that count
 * it.
 */
const entryBits: u32 = 4;
const recordAt: usize = 8;
const usesAt: usize = 12;
let places: usize = 0;
let placeBits: u32 = 10;
let keptCount: u32 = 0;

/** Stores a value for a tally. @returns its record; reading the record may be a cache miss */
export function retainValue(
  kind: u32,
  hash: u64,
  start: usize,
  length: u32,
  number: f64,
  isNullLike: bool,
): usize {
  if (kind < kindNumber) return literals + (kind << 2) - 4;
  if (kind === kindNumber) return makeNumber(number);
  if (length < sharedBytes) return makeText(kind, start, length, isNullLike);
  const place = findPlace(hash);
  const uses = load<u32>(place, usesAt);
  store<u32>(place, uses + 1, usesAt);
  if (uses !== 0) return load<u32>(place, recordAt);
  const record = makeText(kind, start, length, isNullLike);
  store<u64>(place, hash);
  store<u32>(place, record, recordAt);
  if (++keptCount << 1 > 1 << placeBits) grow();
  return record;
}

function makeNumber(number: f64): usize {
  const record = allocRecord(headerBytes + 8);
  store<u32>(record, (8 << 4) | kindNumber);
  store<f64>(record + headerBytes, number);
  return record;
}

function makeText(kind: u32, start: usize, length: u32, isNullLike: bool): usize {
  if (length > longBytes) longBytesKept += length;
  const record = allocRecord(headerBytes + length);
  store<u32>(record, (u32(isNullLike) << 31) | (length << 4) | kind);
  store<u32>(record, load<u32>(start), headerBytes);
  // Copied word by word, since most texts are short. Records are whole words, and bytes after a text can be read.
  for (let at: u32 = 8; at < headerBytes + length; at += 8)
    store<u64>(record + at, load<u64>(start + at - headerBytes));
  return record;
}

/** Releases a value that a tally no longer counts. */
export function releaseValue(hash: u64, record: usize): void {
  const kind = valueKind(record);
  if (kind < kindNumber) return;
  const length = valueLength(record);
  if (kind !== kindNumber && length >= sharedBytes && releaseShared(hash)) return;
  if (length > longBytes) longBytesKept -= length;
  const list = freeRecords + (classOf(headerBytes + length) << 2);
  store<u32>(record, load<u32>(list));
  store<u32>(list, record);
}

/** Decreases a value's number of tallies. @returns whether other tallies still count it */
function releaseShared(hash: u64): bool {
  const place = findPlace(hash);
  const uses = load<u32>(place, usesAt) - 1;
  store<u32>(place, uses, usesAt);
  if (uses !== 0) return true;
  keptCount--;
  closeGap(<u32>((place - places) >>> entryBits));
  return false;
}

/** The entry of a value, or the empty entry where it belongs. */
function findPlace(hash: u64): usize {
  const mask = (1 << placeBits) - 1;
  let index = (<u32>hash) & mask;
  while (true) {
    const place = places + (index << entryBits);
    if (load<u64>(place) === hash || load<u32>(place, usesAt) === 0) return place;
    index = (index + 1) & mask;
  }
}

/** Moves entries after an emptied one back, so that a search still finds them. */
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
  places = alloc(++placeBits + entryBits);
  for (let at = old; at < end; at += 1 << entryBits)
    if (load<u32>(at, usesAt) !== 0) memory.copy(findPlace(load<u64>(at)), at, 1 << entryBits);
  free(old, placeBits - 1 + entryBits);
}

export function valueKind(record: usize): u32 {
  if (CHECKS) check((load<u32>(record) & 15) - 1 < 9, damagedValue);
  return load<u32>(record) & 15;
}

export function valueLength(record: usize): u32 {
  return (load<u32>(record) & ~nullLikeFlag) >>> 4;
}

/** Whether a stored value is null-like. */
export function isNullLikeValue(record: usize): bool {
  return (load<u32>(record) & nullLikeFlag) !== 0;
}

export function valueStart(record: usize): usize {
  return record + headerBytes;
}
