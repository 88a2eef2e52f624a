import { alloc, free, reserve } from "../memory";
import { SegmentDay } from "../records";
import { clearSums, emptyCells, makeCellSet } from "./cells";
import { isNarrow, pairSet } from "./event-segments";
import {
  addSegment,
  findSegment,
  growSet,
  initSet,
  isClosed,
  isFull,
  replaceSegment,
  setBytes,
  setOf,
  setsAt,
} from "./segment-set";

/** Classes of a value. Every row of an event has one class for each property: a row without the property has `classNull`. */
export const classNull: u32 = 0;
export const classNullLike: u32 = 1;
export const classNumber: u32 = 2;
export const classText: u32 = 3;
export const classOther: u32 = 4;

const unusualBits: u32 = 4;
const firstSlotBits: u32 = 4;
/** log₂ of the bytes of a segment's counts: four classes, or for pairs two (null and null-like against the rest). */
const classBytesBits: u32 = 4;
const pairBytesBits: u32 = 3;

export function makeSegmentDay(): SegmentDay {
  const day = changetype<SegmentDay>(reserve(setsAt + (pairSet + 1) * setBytes));
  day.slotBits = firstSlotBits;
  day.usuallyFilled = alloc(maskBits(firstSlotBits));
  day.unusual = alloc(firstSlotBits + unusualBits);
  for (let set: u32 = 0; set <= pairSet; set++) initSet(setOf(day, set));
  day.cells = makeCellSet();
  return day;
}

/** log₂ of the bytes that one bit for each of 2^slotBits properties takes; a block has at least 64 bytes. */
function maskBits(slotBits: u32): u32 {
  return max<u32>(6, slotBits - 3);
}

/** Makes room for `slots` properties. */
export function makeSegmentSlots(day: SegmentDay, slots: u32): void {
  while (slots > 1 << day.slotBits) {
    const bits = day.slotBits++;
    const unusual = alloc(bits + 1 + unusualBits);
    memory.copy(unusual, day.unusual, 1 << (bits + unusualBits));
    free(day.unusual, bits + unusualBits);
    day.unusual = unusual;
    const mask = alloc(maskBits(bits + 1));
    memory.copy(mask, day.usuallyFilled, 1 << maskBits(bits));
    free(day.usuallyFilled, maskBits(bits));
    day.usuallyFilled = mask;
  }
}

function unusualBytesBits(set: u32): u32 {
  return set === pairSet ? pairBytesBits : classBytesBits;
}

/** Position of the address of a property's rows of unusual classes. */
function unusualAt(day: SegmentDay, slot: u32, set: u32): usize {
  return day.unusual + (slot << unusualBits) + (set << 2);
}

/** Address of the rows of unusual classes by segment; 0 when there are none. */
export function unusualRows(day: SegmentDay, slot: u32, set: u32): usize {
  return slot >>> day.slotBits === 0 ? <usize>load<u32>(unusualAt(day, slot, set)) : 0;
}

/** Adds a row of an unusual class. */
export function addUnusual(day: SegmentDay, slot: u32, set: u32, index: u32): void {
  const at = unusualAt(day, slot, set);
  if (load<u32>(at) === 0) store<u32>(at, alloc(setOf(day, set).bits + unusualBytesBits(set)));
  const rows = load<u32>(at) + (index << 2);
  store<u32>(rows, load<u32>(rows) + 1);
}

/** Index of a segment, added when it is new; −1 when it cannot be counted. */
export function segmentIndex(day: SegmentDay, set: u32, hash: u64, first: u64, second: u64): i32 {
  const segments = setOf(day, set);
  const known = findSegment(segments, hash);
  return known === null ? newSegmentIndex(day, set, hash, first, second) : known.index;
}

/** Index of a segment that was just added; −1 when it cannot be counted. */
function newSegmentIndex(day: SegmentDay, set: u32, hash: u64, first: u64, second: u64): i32 {
  const segments = setOf(day, set);
  if (isFull(segments)) {
    if (isClosed(segments)) return -1;
    if (isNarrow(set)) emptyCells(day);
    const index = replaceSegment(segments, hash, first, second);
    if (index >= 0) clearSegment(day, set, index);
    return index;
  }
  if (segments.count === 1 << segments.bits) growUnusual(day, set);
  return addSegment(segments, hash, first, second);
}

/** Counts a row in a segment of a dimension that is not narrow. @returns the segment's index, −1 when it cannot be counted */
export function countSegment(day: SegmentDay, set: u32, hash: u64, first: u64, second: u64): i32 {
  let segment = findSegment(setOf(day, set), hash);
  if (segment === null) {
    if (newSegmentIndex(day, set, hash, first, second) < 0) return -1;
    segment = findSegment(setOf(day, set), hash)!;
  }
  segment.rows++;
  return segment.index;
}

function clearSegment(day: SegmentDay, set: u32, index: u32): void {
  if (isNarrow(set)) {
    clearSums(day.cells, set, index);
    return;
  }
  for (let slot: u32 = 0; slot < 1 << day.slotBits; slot++) {
    const rows = unusualRows(day, slot, set);
    if (rows === 0) continue;
    if (set === pairSet) store<u64>(rows + (index << pairBytesBits), 0);
    else v128.store(rows + (index << classBytesBits), i64x2.splat(0));
  }
}

/** Doubles the room for segments of a set, in the set and in every property's counts. */
function growUnusual(day: SegmentDay, set: u32): void {
  const segments = setOf(day, set);
  const bits = segments.bits + unusualBytesBits(set);
  for (let slot: u32 = 0; slot < 1 << day.slotBits; slot++) {
    const at = unusualAt(day, slot, set);
    const old = load<u32>(at);
    if (old === 0) continue;
    const grown = alloc(bits + 1);
    memory.copy(grown, old, 1 << bits);
    free(old, bits);
    store<u32>(at, grown);
  }
  growSet(segments);
}
