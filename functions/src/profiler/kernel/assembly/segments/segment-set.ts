import { alloc, free } from "../memory";
import { SegmentDay } from "../records";

/**
 * The segments of one dimension of one event on one day (or its pairs of platform and version), by hash. Up to 128
 * are counted. After that, a new one replaces one with fewer than 5 rows, as long as one is found (`nextPlace`), so a
 * segment that comes after the 128th may lack up to 4 rows.
 */
@unmanaged
export class SegmentSet {
  /** Hash table of 2^(bits+1) segments. */
  table: usize;
  /** Values of the segments by index. */
  values: usize;
  count: u32;
  /** log₂ of the number of segments that there is room for. */
  bits: u32;
  /**
   * The next place of a full table to look at for a segment to replace. Every place is looked at once, so that a
   * dimension that turns into an id does not slow the profiler down.
   */
  nextPlace: u32;
}

/** A segment; an unused place of the table has no `indexPlus1`. */
@unmanaged
export class Segment {
  hash: u64;
  /** Rows; in narrow dimensions, without those still in cells (`cells.ts`). */
  rows: u32;
  indexPlus1: u32;

  get index(): u32 {
    return this.indexPlus1 - 1;
  }
}

/** The value of a segment, or the values of a pair. */
@unmanaged
export class SegmentValues {
  /** `first` is the hash of the value or platform, `second` that of the version. */
  first: u64;
  second: u64;
}

const placeBits: u32 = 4;
const valuesBits: u32 = 4;
const firstSetBits: u32 = 2;
const maxBits: u32 = 7;
/** Segments with fewer rows are not reported, so they may be replaced. */
const fewestRows: u32 = 5;

/** Where a day's sets begin, after its `SegmentDay`, and the bytes of each. */
export const setsAt: u32 = 32;
export const setBytes: u32 = 32;

/** One of a day's sets: of a dimension, or `pairSet`. */
export function setOf(day: SegmentDay, set: u32): SegmentSet {
  return changetype<SegmentSet>(changetype<usize>(day) + setsAt + set * setBytes);
}

export function initSet(set: SegmentSet): void {
  set.bits = firstSetBits;
  set.table = alloc(firstSetBits + 1 + placeBits);
  set.values = alloc(firstSetBits + valuesBits);
}

export function valuesAt(set: SegmentSet, index: u32): SegmentValues {
  return changetype<SegmentValues>(set.values + (index << valuesBits));
}

/** The segment with this hash; null when there is none. */
export function findSegment(set: SegmentSet, hash: u64): Segment | null {
  const found = placeOf(set, hash);
  return found.indexPlus1 === 0 ? null : found;
}

/** The segment with this index, found by a linear search. */
export function segmentAt(set: SegmentSet, index: u32): Segment {
  let at = set.table;
  while (changetype<Segment>(at).indexPlus1 !== index + 1) at += 1 << placeBits;
  return changetype<Segment>(at);
}

/** Whether a new segment has to replace another one. */
export function isFull(set: SegmentSet): bool {
  return set.count === 1 << maxBits;
}

/** Whether no segment can be added or replaced any more. */
export function isClosed(set: SegmentSet): bool {
  return set.nextPlace === 2 << maxBits;
}

/** Adds a segment. There must be room: `count` below 2^bits. @returns its index */
export function addSegment(set: SegmentSet, hash: u64, first: u64, second: u64): u32 {
  const index = set.count++;
  writeSegment(set, index, hash, first, second);
  return index;
}

/** Replaces a segment with fewer than 5 rows. @returns its index, −1 when there is none */
export function replaceSegment(set: SegmentSet, hash: u64, first: u64, second: u64): i32 {
  while (!isClosed(set)) {
    const at = set.table + (set.nextPlace++ << placeBits);
    const segment = changetype<Segment>(at);
    if (segment.indexPlus1 === 0 || segment.rows >= fewestRows) continue;
    const index = segment.index;
    remove(set, at);
    writeSegment(set, index, hash, first, second);
    return index;
  }
  return -1;
}

function writeSegment(set: SegmentSet, index: u32, hash: u64, first: u64, second: u64): void {
  const segment = placeOf(set, hash);
  segment.hash = hash;
  segment.rows = 0;
  segment.indexPlus1 = index + 1;
  const values = valuesAt(set, index);
  values.first = first;
  values.second = second;
}

/** The segment with this hash, or the unused place where it belongs. */
function placeOf(set: SegmentSet, hash: u64): Segment {
  const mask = (2 << set.bits) - 1;
  let place = (<u32>hash) & mask;
  while (true) {
    const segment = changetype<Segment>(set.table + (place << placeBits));
    if (segment.hash === hash || segment.indexPlus1 === 0) return segment;
    place = (place + 1) & mask;
  }
}

/** Empties a place and moves the segments after it back, so that a search still finds them. */
function remove(set: SegmentSet, emptied: usize): void {
  const mask = (2 << set.bits) - 1;
  let gap = <u32>((emptied - set.table) >>> placeBits);
  let place = (gap + 1) & mask;
  while (true) {
    const moved = changetype<Segment>(set.table + (place << placeBits));
    if (moved.indexPlus1 === 0) break;
    if (((place - <u32>moved.hash) & mask) >= ((place - gap) & mask)) {
      memory.copy(set.table + (gap << placeBits), changetype<usize>(moved), 1 << placeBits);
      gap = place;
    }
    place = (place + 1) & mask;
  }
  v128.store(set.table + (gap << placeBits), i64x2.splat(0));
}

/** Doubles the room for segments. */
export function growSet(set: SegmentSet): void {
  const old = set.table;
  const oldBits = set.bits++;
  set.table = alloc(set.bits + 1 + placeBits);
  for (let at = old; at < old + (2 << (oldBits + placeBits)); at += 1 << placeBits) {
    const moved = changetype<Segment>(at);
    if (moved.indexPlus1 !== 0) memory.copy(changetype<usize>(placeOf(set, moved.hash)), at, 1 << placeBits);
  }
  free(old, oldBits + 1 + placeBits);
  const values = alloc(set.bits + valuesBits);
  memory.copy(values, set.values, 1 << (oldBits + valuesBits));
  free(set.values, oldBits + valuesBits);
  set.values = values;
}
