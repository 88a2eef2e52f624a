import { alloc, free, reserve } from "../memory";
import { isNarrow, pairSet } from "./event-segments";
import { addSegment, findSegment, growSet, isFull, makeSet, replaceSegment, SegmentSet } from "./segment-set";

/** Classes of a value. Every row of an event has one class for each property: a row without the property has `classNull`. */
export const classNull: u32 = 0;
export const classNullLike: u32 = 1;
export const classNumber: u32 = 2;
export const classText: u32 = 3;
export const classOther: u32 = 4;

/**
 * Counts of one event on one day inside its segments.
 *
 * Most properties have the same class on nearly every row. That is their usual class, and only rows of other classes are
 * counted: the usual rows of a segment are the rest of its rows. So an ordinary row increases few counts, whatever the
 * number of properties and segments.
 */
@unmanaged
export class SegmentDay {
  /** Rows counted so far. */
  rows: u32;
  /** A `SlotCounts` for each property, 2^slotBits of them. */
  slots: usize;
  slotBits: u32;
  /** One bit for each property: its usual class is not `classNull`. */
  usuallyFilled: usize;
  set0: SegmentSet;
  set1: SegmentSet;
  set2: SegmentSet;
  pairs: SegmentSet;
}

/** Counts of one property; each array has room for the segments of its set. */
@unmanaged
export class SlotCounts {
  usualClass: u8;
  /** Whether the property has too many values for buckets. */
  hasNoBuckets: bool;
  /** By set: rows of classes other than the usual one, 0 before the first such row. */
  unusual0: usize;
  unusual1: usize;
  unusual2: usize;
  unusualPairs: usize;
  /** By dimension: rows of the 16 buckets of each segment, 0 before the first one. */
  buckets0: usize;
  buckets1: usize;
  buckets2: usize;
}

export const slotBytesBits: u32 = 5;
const unusualAt: usize = 4;
const bucketsAt: usize = 20;
/** Bytes of a segment's counts: four classes, or for pairs two (null and null-like against the rest); 16 buckets. */
const classBytesBits: u32 = 4;
const pairBytesBits: u32 = 3;
export const bucketBytesBits: u32 = 6;
const firstSlotBits: u32 = 4;

export function makeSegmentDay(): SegmentDay {
  const day = changetype<SegmentDay>(reserve(offsetof<SegmentDay>()));
  day.slotBits = firstSlotBits;
  day.slots = alloc(firstSlotBits + slotBytesBits);
  day.usuallyFilled = alloc(maskBits(firstSlotBits));
  day.set0 = makeSet();
  day.set1 = makeSet();
  day.set2 = makeSet();
  day.pairs = makeSet();
  return day;
}

export function setOf(day: SegmentDay, set: u32): SegmentSet {
  return load<SegmentSet>(changetype<usize>(day) + offsetof<SegmentDay>("set0") + (set << 2));
}

export function countsOf(day: SegmentDay, slot: u32): SlotCounts {
  return changetype<SlotCounts>(day.slots + (slot << slotBytesBits));
}

/** Log₂ of the bytes of a bit for each of 2^slotBits properties; a block has 64 bytes at least. */
function maskBits(slotBits: u32): u32 {
  return max<u32>(6, slotBits - 3);
}

/** Makes room for so many properties. */
export function makeSegmentSlots(day: SegmentDay, slots: u32): void {
  while (slots > 1 << day.slotBits) {
    const bits = day.slotBits;
    const grown = alloc(bits + 1 + slotBytesBits);
    memory.copy(grown, day.slots, 1 << (bits + slotBytesBits));
    free(day.slots, bits + slotBytesBits);
    day.slots = grown;
    const mask = alloc(maskBits(bits + 1));
    memory.copy(mask, day.usuallyFilled, 1 << maskBits(bits));
    free(day.usuallyFilled, maskBits(bits));
    day.usuallyFilled = mask;
    day.slotBits = bits + 1;
  }
}

function unusualBytesBits(set: u32): u32 {
  return set === pairSet ? pairBytesBits : classBytesBits;
}

/** Rows of unusual classes by segment; 0 when there are none and `isNeeded` is false. */
export function unusualRows(day: SegmentDay, set: u32, counts: SlotCounts, isNeeded: bool): usize {
  const at = changetype<usize>(counts) + unusualAt + (set << 2);
  const known = load<u32>(at);
  if (known !== 0 || !isNeeded) return known;
  const made = alloc(setOf(day, set).bits + unusualBytesBits(set));
  store<u32>(at, made);
  return made;
}

/** Rows by bucket and segment of a narrow dimension; 0 when there are none and `isNeeded` is false. */
export function bucketRows(day: SegmentDay, set: u32, counts: SlotCounts, isNeeded: bool): usize {
  const at = changetype<usize>(counts) + bucketsAt + (set << 2);
  const known = load<u32>(at);
  if (known !== 0 || !isNeeded) return known;
  const made = alloc(setOf(day, set).bits + bucketBytesBits);
  store<u32>(at, made);
  return made;
}

/** Stops counting buckets of a property. */
export function dropBuckets(day: SegmentDay, counts: SlotCounts): void {
  counts.hasNoBuckets = true;
  for (let set: u32 = 0; set < pairSet; set++) {
    const at = changetype<usize>(counts) + bucketsAt + (set << 2);
    if (load<u32>(at) !== 0) free(load<u32>(at), setOf(day, set).bits + bucketBytesBits);
    store<u32>(at, 0);
  }
}

/** Index of a segment, added when it is new; −1 when it cannot be counted. */
export function segmentIndex(day: SegmentDay, set: u32, hash: u64, first: u64, second: u64): i32 {
  const segments = setOf(day, set);
  const known = findSegment(segments, hash);
  if (known >= 0) return known;
  if (isFull(segments)) {
    const index = replaceSegment(segments, hash, first, second);
    if (index >= 0) clearSegment(day, set, index);
    return index;
  }
  if (segments.count === 1 << segments.bits) growArrays(day, set);
  return addSegment(segments, hash, first, second);
}

function clearSegment(day: SegmentDay, set: u32, index: u32): void {
  for (let slot: u32 = 0; slot < 1 << day.slotBits; slot++) {
    const counts = countsOf(day, slot);
    const unusual = unusualRows(day, set, counts, false);
    const bits = unusualBytesBits(set);
    if (unusual !== 0) memory.fill(unusual + (index << bits), 0, 1 << bits);
    const buckets = set === pairSet ? <usize>0 : bucketRows(day, set, counts, false);
    if (buckets !== 0) memory.fill(buckets + (index << bucketBytesBits), 0, 1 << bucketBytesBits);
  }
}

/** Doubles the room for segments of a set, in the set and in every property's counts. */
function growArrays(day: SegmentDay, set: u32): void {
  const segments = setOf(day, set);
  const bits = segments.bits;
  for (let slot: u32 = 0; slot < 1 << day.slotBits; slot++) {
    const counts = changetype<usize>(countsOf(day, slot));
    growArray(counts + unusualAt + (set << 2), bits + unusualBytesBits(set));
    if (set !== pairSet && isNarrow(set)) growArray(counts + bucketsAt + (set << 2), bits + bucketBytesBits);
  }
  growSet(segments);
}

function growArray(at: usize, bits: u32): void {
  const old = load<u32>(at);
  if (old === 0) return;
  const grown = alloc(bits + 1);
  memory.copy(grown, old, 1 << bits);
  free(old, bits);
  store<u32>(at, grown);
}
