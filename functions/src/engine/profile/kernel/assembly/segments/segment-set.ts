import { alloc, free, reserve } from "../memory";

/**
 * The segments of one dimension of one event on one day (or its pairs of platform and version), by hash. Up to 128 are
 * counted. A new one then replaces one with fewer than 5 rows, as long as there is one, so a segment that comes after the
 * 128th may lack up to 4 rows.
 */
@unmanaged
export class SegmentSet {
  /** Hash table of 2^(bits+1) places: the upper 24 bits of a hash, and the index of the segment plus 1. */
  table: usize;
  entries: usize;
  count: u32;
  /** log₂ of the segments that there is room for. */
  bits: u32;
  /** Replacements left, since each takes time: a dimension that turns into an id must not slow the profiler down. */
  replacementsLeft: u32;
  /** Where the search for a segment to replace goes on. */
  candidate: u32;
}

@unmanaged
export class Segment {
  hash: u64;
  /** Hash of the value, or of the platform; of the version. */
  first: u64;
  second: u64;
  rows: u32;
}

const maxBits: u32 = 7;
const firstSetBits: u32 = 3;
const segmentBits: u32 = 5;
/** log₂ of the bytes of the table for each segment that there is room for: two places of 4 bytes. */
const tableBits: u32 = 3;
const indexMask: u32 = 0xff;
const maxReplacements: u32 = 128;
/** Segments with fewer rows are not reported, so they may be replaced. */
const fewestRows: u32 = 5;

export function makeSet(): SegmentSet {
  const set = changetype<SegmentSet>(reserve(offsetof<SegmentSet>()));
  set.bits = firstSetBits;
  set.table = alloc(firstSetBits + tableBits);
  set.entries = alloc(firstSetBits + segmentBits);
  set.replacementsLeft = maxReplacements;
  return set;
}

export function segmentAt(set: SegmentSet, index: u32): Segment {
  return changetype<Segment>(set.entries + (index << segmentBits));
}

/** Index of the segment with this hash, −1 when there is none. */
@inline
export function findSegment(set: SegmentSet, hash: u64): i32 {
  const mask = (2 << set.bits) - 1;
  let place = <u32>hash & mask;
  const tag = <u32>(hash >>> 32) & ~indexMask;
  while (true) {
    const found = load<u32>(set.table + (place << 2));
    if (found === 0) return -1;
    if ((found & ~indexMask) === tag) {
      const index = (found & indexMask) - 1;
      if (segmentAt(set, index).hash === hash) return index;
    }
    place = (place + 1) & mask;
  }
}

/** Whether a new segment has to replace another one. */
export function isFull(set: SegmentSet): bool {
  return set.count === 1 << maxBits;
}

/** Adds a segment. There must be room: `count` below 2^bits. @returns its index */
export function addSegment(set: SegmentSet, hash: u64, first: u64, second: u64): u32 {
  const index = set.count++;
  writeSegment(set, index, hash, first, second);
  place(set, hash, index);
  return index;
}

/** Replaces a segment with fewer than 5 rows. @returns its index, −1 when there is none */
export function replaceSegment(set: SegmentSet, hash: u64, first: u64, second: u64): i32 {
  set.replacementsLeft--;
  for (let checked: u32 = 0; checked < set.count; checked++) {
    const index = set.candidate;
    set.candidate = (index + 1) % set.count;
    if (segmentAt(set, index).rows >= fewestRows) continue;
    remove(set, index);
    writeSegment(set, index, hash, first, second);
    place(set, hash, index);
    return index;
  }
  set.replacementsLeft = 0;
  return -1;
}

function writeSegment(set: SegmentSet, index: u32, hash: u64, first: u64, second: u64): void {
  const segment = segmentAt(set, index);
  segment.hash = hash;
  segment.first = first;
  segment.second = second;
  segment.rows = 0;
}

function place(set: SegmentSet, hash: u64, index: u32): void {
  const mask = (2 << set.bits) - 1;
  let at = <u32>hash & mask;
  while (load<u32>(set.table + (at << 2)) !== 0) at = (at + 1) & mask;
  store<u32>(set.table + (at << 2), (<u32>(hash >>> 32) & ~indexMask) | (index + 1));
}

/** Takes a segment out of the table and moves those after it back, so that a search still finds them. */
function remove(set: SegmentSet, index: u32): void {
  const mask = (2 << set.bits) - 1;
  let gap = <u32>segmentAt(set, index).hash & mask;
  while ((load<u32>(set.table + (gap << 2)) & indexMask) !== index + 1) gap = (gap + 1) & mask;
  let at = (gap + 1) & mask;
  for (; load<u32>(set.table + (at << 2)) !== 0; at = (at + 1) & mask) {
    const moved = load<u32>(set.table + (at << 2));
    const home = <u32>segmentAt(set, (moved & indexMask) - 1).hash & mask;
    if (((at - home) & mask) < ((at - gap) & mask)) continue;
    store<u32>(set.table + (gap << 2), moved);
    gap = at;
  }
  store<u32>(set.table + (gap << 2), 0);
}

/** Doubles the room for segments. */
export function growSet(set: SegmentSet): void {
  const grown = alloc(set.bits + 1 + segmentBits);
  memory.copy(grown, set.entries, set.count << segmentBits);
  free(set.entries, set.bits + segmentBits);
  set.entries = grown;
  free(set.table, set.bits + tableBits);
  set.bits++;
  set.table = alloc(set.bits + tableBits);
  for (let i: u32 = 0; i < set.count; i++) place(set, segmentAt(set, i).hash, i);
}
