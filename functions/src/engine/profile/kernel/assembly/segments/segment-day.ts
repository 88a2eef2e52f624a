import { EventDay, PropertyTally, tallyBits } from "../counts/tally";
import { alloc, free, reserve } from "../memory";
import { CellSet, clearSums, emptyCells, makeCellSet } from "./cells";
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
 * number of properties and segments. Narrow dimensions have these counts and those by bucket in `cells`, the others and the
 * pairs have them in the tallies, beside the rows per value.
 */
@unmanaged
export class SegmentDay {
  /** Rows counted so far. */
  rows: u32;
  /** One bit for each property: its usual class is not `classNull`. */
  usuallyFilled: usize;
  maskBits: u32;
  set0: SegmentSet;
  set1: SegmentSet;
  set2: SegmentSet;
  pairs: SegmentSet;
  cells: CellSet;
}

const unusualAt: usize = offsetof<PropertyTally>("unusual0");
/** Bytes of a segment's counts: four classes, or for pairs two (null and null-like against the rest). */
const classBytesBits: u32 = 4;
const pairBytesBits: u32 = 3;
/** A block has 64 bytes at least: bits for 512 properties. */
const firstMaskBits: u32 = 6;

export function makeSegmentDay(): SegmentDay {
  const day = changetype<SegmentDay>(reserve(offsetof<SegmentDay>()));
  day.maskBits = firstMaskBits;
  day.usuallyFilled = alloc(firstMaskBits);
  day.set0 = makeSet();
  day.set1 = makeSet();
  day.set2 = makeSet();
  day.pairs = makeSet();
  day.cells = makeCellSet();
  return day;
}

export function setOf(day: SegmentDay, set: u32): SegmentSet {
  return load<SegmentSet>(changetype<usize>(day) + offsetof<SegmentDay>("set0") + (set << 2));
}

/** Makes room for so many properties. */
export function makeSegmentSlots(day: SegmentDay, slots: u32): void {
  while (slots > 8 << day.maskBits) {
    const grown = alloc(day.maskBits + 1);
    memory.copy(grown, day.usuallyFilled, 1 << day.maskBits);
    free(day.usuallyFilled, day.maskBits);
    day.usuallyFilled = grown;
    day.maskBits++;
  }
}

function unusualBytesBits(set: u32): u32 {
  return set === pairSet ? pairBytesBits : classBytesBits;
}

/** Rows of unusual classes by segment; 0 when there are none. */
export function unusualRows(tally: PropertyTally, set: u32): usize {
  return load<u32>(changetype<usize>(tally) + unusualAt + (set << 2));
}

/** Rows of unusual classes by segment, with room for the segments of the set. */
export function makeUnusualRows(day: SegmentDay, tally: PropertyTally, set: u32): usize {
  const made = alloc(setOf(day, set).bits + unusualBytesBits(set));
  store<u32>(changetype<usize>(tally) + unusualAt + (set << 2), made);
  return made;
}

/** Index of a segment, added when it is new; −1 when it cannot be counted. */
export function segmentIndex(counts: EventDay, set: u32, hash: u64, first: u64, second: u64): i32 {
  const day = counts.segments!;
  const segments = setOf(day, set);
  const known = findSegment(segments, hash);
  if (known >= 0) return known;
  if (isFull(segments)) {
    if (segments.replacementsLeft === 0) return -1;
    if (isNarrow(set)) emptyCells(day);
    const index = replaceSegment(segments, hash, first, second);
    if (index >= 0) clearSegment(counts, set, index);
    return index;
  }
  if (segments.count === 1 << segments.bits) growUnusual(counts, set);
  return addSegment(segments, hash, first, second);
}

function clearSegment(eventDay: EventDay, set: u32, index: u32): void {
  if (isNarrow(set)) {
    clearSums(eventDay.segments!.cells, set, index);
    return;
  }
  const bits = unusualBytesBits(set);
  for (let slot: u32 = 0; slot < eventDay.slots; slot++) {
    const unusual = unusualRows(changetype<PropertyTally>(eventDay.tallies + (slot << tallyBits)), set);
    if (unusual === 0) continue;
    const counts = unusual + (index << bits);
    if (set === pairSet) store<u64>(counts, 0);
    else v128.store(counts, i64x2.splat(0));
  }
}

/** Doubles the room for segments of a set, in the set and in every property's counts. */
function growUnusual(counts: EventDay, set: u32): void {
  const segments = setOf(counts.segments!, set);
  const bits = segments.bits + unusualBytesBits(set);
  for (let slot: u32 = 0; slot < counts.slots; slot++) {
    const at = counts.tallies + (slot << tallyBits) + unusualAt + (set << 2);
    const old = load<u32>(at);
    if (old === 0) continue;
    const grown = alloc(bits + 1);
    memory.copy(grown, old, 1 << bits);
    free(old, bits);
    store<u32>(at, grown);
  }
  growSet(segments);
}
