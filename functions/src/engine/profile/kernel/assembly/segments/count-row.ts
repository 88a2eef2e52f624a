import { countValue, EventDay, PropertyTally, tallyOf } from "../counts/tally";
import { finish, mix } from "../hash";
import { kindEmpty, kindNumber, kindPlainText, kindText } from "../kinds";
import { alloc, free } from "../memory";
import { PendingValue, valueBytes } from "../rows/pending";
import { bucketOf } from "./bucket";
import { dimensionCount, EventSegments, isNarrow, pairSet, positionsAt, versionSet } from "./event-segments";
import {
  bucketRows,
  classNullLike,
  classNumber,
  classNull,
  classOther,
  classText,
  countsOf,
  dropBuckets,
  makeSegmentDay,
  makeSegmentSlots,
  segmentIndex,
  SegmentDay,
  setOf,
  SlotCounts,
  unusualRows,
} from "./segment-day";
import { segmentAt } from "./segment-set";

/** A property has buckets up to this many values: 200, null and "". */
const maxBucketedEntries: u32 = 202;
/** Classes of pairs: null, null-like, and everything else. */
const pairClassFilled: u32 = 2;

/** Segments of the row that is counted, by set; −1: the row is in no segment of the set. */
let segment0: i32 = -1;
let segment1: i32 = -1;
let segment2: i32 = -1;
let pair: i32 = -1;
/** Sets with buckets that the row has a segment of. */
let isBucketed0: bool = false;
let isBucketed1: bool = false;
let isBucketed2: bool = false;

/** One bit for each property that the row has a value of, other than null and "". */
let filled: usize = 0;
let filledBits: u32 = 0;

/** Counts a row's values, in their tallies and in the row's segments. */
export function countRowInSegments(day: EventDay, event: EventSegments, first: usize, end: usize): void {
  let known = day.segments;
  if (known === null) {
    known = makeSegmentDay();
    day.segments = known;
  }
  const segments = known;
  makeSegmentSlots(segments, day.slots);
  clearFilled(day.slots);
  findSegments(segments, event, first, end);
  const isFirst = segments.rows++ === 0;
  // Most events have fewer properties: their bits stay in a register.
  let filledFirst: u64 = 0;
  for (let at = first; at < end; at += valueBytes) {
    const value = changetype<PendingValue>(at);
    const kind = value.kind;
    const slot = value.slot;
    const tally = tallyOf(day, slot);
    const isNullLike = countValue(tally, kind, value.hash, value.start, value.length, value.number);
    if (kind <= kindEmpty) continue;
    if (slot < 64) filledFirst |= (<u64>1) << (<u64>slot);
    else {
      const word = filled + ((slot >>> 6) << 3);
      store<u64>(word, load<u64>(word) | ((<u64>1) << ((<u64>slot) & 63)));
    }
    const counts = countsOf(segments, slot);
    const valueClass = isNullLike ? classNullLike : classOf(kind);
    const usual = <u32>counts.usualClass;
    if (valueClass !== usual) {
      if (isFirst) setUsual(segments, counts, slot, valueClass);
      else countUnusual(segments, counts, usual, valueClass);
    }
    if (!isNullLike && !counts.hasNoBuckets) countBucket(segments, counts, tally, value);
  }
  store<u64>(filled, filledFirst);
  countMissing(segments, day.slots);
}

function clearFilled(slots: u32): void {
  const bytes = ((slots + 63) >>> 6) << 3;
  if (bytes > 1 << filledBits || filledBits === 0) {
    if (filledBits !== 0) free(filled, filledBits);
    filledBits = max<u32>(6, 32 - clz(bytes - 1));
    filled = alloc(filledBits);
  }
  for (let at = filled; at < filled + bytes; at += 8) store<u64>(at, 0);
}

function classOf(kind: u32): u32 {
  if (kind === kindPlainText || kind === kindText) return classText;
  return kind === kindNumber ? classNumber : classOther;
}

/** Finds the row's segments and counts the row in them. */
function findSegments(day: SegmentDay, event: EventSegments, first: usize, end: usize): void {
  const value0 = valueOf(event, 0, first, end);
  const value1 = valueOf(event, 1, first, end);
  const value2 = valueOf(event, 2, first, end);
  segment0 = value0 === 0 ? -1 : countSegment(day, 0, value0, value0, 0);
  segment1 = value1 === 0 ? -1 : countSegment(day, 1, value1, value1, 0);
  segment2 = value2 === 0 ? -1 : countSegment(day, 2, value2, value2, 0);
  isBucketed0 = segment0 >= 0 && isNarrow(0);
  isBucketed1 = segment1 >= 0 && isNarrow(1);
  isBucketed2 = segment2 >= 0 && isNarrow(2);
  pair = -1;
  const version = valueOf(event, versionSet, first, end);
  if (version === 0) return;
  const platform = event.platform;
  const value = platform === 0 ? value0 : platform === 1 ? value1 : platform === 2 ? value2 : 0;
  if (value === 0 && platform < dimensionCount) return;
  pair = countSegment(day, pairSet, finish(mix(value, version)), value, version);
}

function countSegment(day: SegmentDay, set: u32, hash: u64, first: u64, second: u64): i32 {
  const index = segmentIndex(day, set, hash, first, second);
  if (index >= 0) segmentAt(setOf(day, set), index).rows++;
  return index;
}

/** Hash of the row's value of the property that divides the rows; 0 when it has none, or null or "". */
function valueOf(event: EventSegments, set: u32, first: usize, end: usize): u64 {
  const record = changetype<usize>(event) + (set << 2);
  const wanted = load<u32>(record);
  if (wanted === 0) return 0;
  const slot = wanted - 1;
  const count = <u32>(end - first) / valueBytes;
  let position = load<u32>(record, positionsAt);
  if (position >= count || changetype<PendingValue>(first + position * valueBytes).slot !== slot) {
    position = 0;
    while (position < count && changetype<PendingValue>(first + position * valueBytes).slot !== slot)
      position++;
    if (position === count) return 0;
    store<u32>(record, position, positionsAt);
  }
  const value = changetype<PendingValue>(first + position * valueBytes);
  return value.kind <= kindEmpty ? 0 : value.hash;
}

/** The first row of the day makes its classes the usual ones; a property that comes later is usually missing. */
function setUsual(day: SegmentDay, counts: SlotCounts, slot: u32, valueClass: u32): void {
  counts.usualClass = <u8>valueClass;
  const word = day.usuallyFilled + ((slot >>> 6) << 3);
  store<u64>(word, load<u64>(word) | ((<u64>1) << ((<u64>slot) & 63)));
}

/** Counts an unusual class in each of the row's segments. */
function countUnusual(day: SegmentDay, counts: SlotCounts, usual: u32, valueClass: u32): void {
  const place = valueClass - u32(valueClass > usual);
  if (segment0 >= 0) increase(unusualRows(day, 0, counts, true), (segment0 << 2) + place);
  if (segment1 >= 0) increase(unusualRows(day, 1, counts, true), (segment1 << 2) + place);
  if (segment2 >= 0) increase(unusualRows(day, 2, counts, true), (segment2 << 2) + place);
  if (pair < 0) return;
  const usualOfPairs = min(usual, pairClassFilled);
  const classOfPairs = min(valueClass, pairClassFilled);
  if (usualOfPairs === classOfPairs) return;
  const pairPlace = classOfPairs - u32(classOfPairs > usualOfPairs);
  increase(unusualRows(day, pairSet, counts, true), (pair << 1) + pairPlace);
}

function increase(rows: usize, index: u32): void {
  const at = rows + (index << 2);
  store<u32>(at, load<u32>(at) + 1);
}

/** Counts a value's bucket in the row's segments of narrow dimensions. */
function countBucket(day: SegmentDay, counts: SlotCounts, tally: PropertyTally, value: PendingValue): void {
  if (tally.entries > maxBucketedEntries || tally.sketch !== null) {
    dropBuckets(day, counts);
    return;
  }
  const bucket = bucketOf(value.kind, value.hash, value.number);
  if (isBucketed0) increase(bucketRows(day, 0, counts, true), (segment0 << 4) + bucket);
  if (isBucketed1) increase(bucketRows(day, 1, counts, true), (segment1 << 4) + bucket);
  if (isBucketed2) increase(bucketRows(day, 2, counts, true), (segment2 << 4) + bucket);
}

/** Counts the properties that the row lacks although they are usually filled. */
function countMissing(day: SegmentDay, slots: u32): void {
  const words = (slots + 63) >>> 6;
  for (let word: u32 = 0; word < words; word++) {
    let missing = load<u64>(day.usuallyFilled + (word << 3)) & ~load<u64>(filled + (word << 3));
    for (; missing !== 0; missing &= missing - 1) {
      const counts = countsOf(day, (word << 6) + <u32>ctz(missing));
      countUnusual(day, counts, counts.usualClass, classNull);
    }
  }
}
