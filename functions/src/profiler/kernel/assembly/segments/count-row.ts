import { finish, mix } from "../hash";
import {
  kindEmpty,
  kindFalse,
  kindList,
  kindNullLike,
  kindNumber,
  kindObject,
  kindPlainText,
  kindText,
  kindTrue,
} from "../kinds";
import { alloc, free } from "../memory";
import { EventDay, EventSegments, PendingValue, PropertyTally, SegmentDay, valueBytes } from "../records";
import { countValue, noBucketsBit, tallyOf } from "../counts/tally";
import { numberBucket, textBucket } from "./bucket";
import { Cell, classesBits, bucketsBits } from "./cells";
import { countCell } from "./count-cell";
import { dimensionCount, isNarrow, pairSet, positionsAt, versionSet } from "./event-segments";
import {
  addUnusual,
  classNullLike,
  classNumber,
  classNull,
  classOther,
  classText,
  countSegment,
  makeSegmentDay,
  makeSegmentSlots,
} from "./segment-day";

/** Position of the class in `PropertyTally.usual`. */
const usualClassShift: u32 = 12;
/** Classes of pairs: null, null-like, and everything else. */
const pairClassFilled: u32 = 2;

/** The row's cell; null when the row is in no segment of a narrow dimension. */
let cell: Cell | null = null;
/** The row's segments in the other sets; −1 when the row is in no segment of the set. */
let segment0: i32 = -1;
let segment1: i32 = -1;
let segment2: i32 = -1;
let pair: i32 = -1;

/** One bit for each property: the row has a value of it other than null and "". */
let filled: usize = 0;
let filledBits: u32 = 0;

/** Makes room for the counts inside segments of a day's properties. */
export function prepareSegments(day: EventDay): void {
  if (day.segments === null) day.segments = makeSegmentDay();
  makeSegmentSlots(day.segments!, day.slots);
}

/** Usual class of a property, which is that of the day's first row; `classNull` if that row lacks the property. */
export function usualClassOf(day: EventDay, slot: u32): u32 {
  return slot < day.slots ? (<u32>tallyOf(day, slot).usual) >>> usualClassShift : classNull;
}

/**
 * Counts a row: each of its values, and those inside its segments.
 * @param event null for an event without dimensions
 * @param first address of the row's first `PendingValue`
 */
export function countRow(day: EventDay, event: EventSegments | null, first: usize, end: usize): void {
  const segments: SegmentDay | null = event !== null ? day.segments : null;
  let isFirst = false;
  let buckets: usize = 0;
  if (segments !== null && event !== null) {
    clearFilled(day.slots);
    findSegments(day, segments, event, first, end);
    isFirst = segments.rows++ === 0;
    if (cell !== null) buckets = cell!.buckets;
  }
  // Bits of the first 64 properties, kept in a register; most events have no more.
  let filledFirst: u64 = 0;
  for (let at = first; at < end; at += valueBytes) {
    const value = changetype<PendingValue>(at);
    const slot = value.slot;
    const tally = tallyOf(day, slot);
    countValue(tally, value);
    if (segments === null) continue;
    const usual = <u32>tally.usual;
    const kind = value.kind;
    if (((usual >>> kind) & 1) === 0) {
      if (kind <= kindEmpty) continue;
      if (isFirst) makeUsual(segments, tally, slot, classOf(kind));
      else countUnusual(segments, slot, usual >>> usualClassShift, classOf(kind));
    }
    if (slot < 64) filledFirst |= (<u64>1) << (<u64>slot);
    else {
      const word = filled + ((slot >>> 6) << 3);
      store<u64>(word, load<u64>(word) | ((<u64>1) << ((<u64>slot) & 63)));
    }
    if ((usual & noBucketsBit) !== 0 || buckets === 0 || kind === kindNullLike) continue;
    // `bucketOf`, without the call for each value.
    const bucket = kind === kindNumber ? numberBucket(value.number) : textBucket(value.hash);
    const count = buckets + (slot << bucketsBits) + bucket;
    store<u8>(count, load<u8>(count) + 1);
  }
  if (segments === null) return;
  store<u64>(filled, filledFirst);
  countMissing(day, segments);
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
  if (kind === kindNullLike) return classNullLike;
  return kind === kindNumber ? classNumber : classOther;
}

/** One bit for each kind of a class. */
function kindsOf(valueClass: u32): u32 {
  if (valueClass === classText) return (1 << kindPlainText) | (1 << kindText);
  if (valueClass === classNullLike) return 1 << kindNullLike;
  if (valueClass === classNumber) return 1 << kindNumber;
  return (1 << kindTrue) | (1 << kindFalse) | (1 << kindList) | (1 << kindObject);
}

/** Finds the row's segments and counts the row in them. */
function findSegments(
  day: EventDay,
  segments: SegmentDay,
  event: EventSegments,
  first: usize,
  end: usize,
): void {
  const value0 = valueOf(event, 0, first, end);
  const value1 = valueOf(event, 1, first, end);
  const value2 = valueOf(event, 2, first, end);
  let narrow0: u64 = 0;
  let narrow1: u64 = 0;
  let narrow2: u64 = 0;
  segment0 = -1;
  segment1 = -1;
  segment2 = -1;
  if (isNarrow(0)) narrow0 = value0;
  else if (value0 !== 0) segment0 = countSegment(segments, 0, value0, value0, 0);
  if (isNarrow(1)) narrow1 = value1;
  else if (value1 !== 0) segment1 = countSegment(segments, 1, value1, value1, 0);
  if (isNarrow(2)) narrow2 = value2;
  else if (value2 !== 0) segment2 = countSegment(segments, 2, value2, value2, 0);
  const hasCell = (narrow0 | narrow1 | narrow2) !== 0;
  cell = hasCell ? countCell(day, mix(mix(narrow0, narrow1), narrow2), narrow0, narrow1, narrow2) : null;
  pair = -1;
  const version = valueOf(event, versionSet, first, end);
  if (version === 0) return;
  const platform = event.platform;
  const value = platform === 0 ? value0 : platform === 1 ? value1 : platform === 2 ? value2 : 0;
  if (value === 0 && platform < dimensionCount) return;
  pair = countSegment(segments, pairSet, finish(mix(value, version)), value, version);
}

/** Hash of the row's value of a set's property; 0 when the row has none, or null or "". */
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

/** Makes a class of the day's first row the usual one. */
function makeUsual(day: SegmentDay, tally: PropertyTally, slot: u32, valueClass: u32): void {
  tally.usual |= <u16>(kindsOf(valueClass) | (valueClass << usualClassShift));
  const word = day.usuallyFilled + ((slot >>> 6) << 3);
  store<u64>(word, load<u64>(word) | ((<u64>1) << ((<u64>slot) & 63)));
}

/** Counts an unusual class in each of the row's segments. */
function countUnusual(day: SegmentDay, slot: u32, usual: u32, valueClass: u32): void {
  const place = valueClass - u32(valueClass > usual);
  if (cell !== null) {
    const count = cell!.classes + (slot << classesBits) + place;
    store<u8>(count, load<u8>(count) + 1);
  }
  if (segment0 >= 0) addUnusual(day, slot, 0, (segment0 << 2) + place);
  if (segment1 >= 0) addUnusual(day, slot, 1, (segment1 << 2) + place);
  if (segment2 >= 0) addUnusual(day, slot, 2, (segment2 << 2) + place);
  if (pair < 0) return;
  const usualOfPairs = min(usual, pairClassFilled);
  const classOfPairs = min(valueClass, pairClassFilled);
  if (usualOfPairs === classOfPairs) return;
  const pairPlace = classOfPairs - u32(classOfPairs > usualOfPairs);
  addUnusual(day, slot, pairSet, (pair << 1) + pairPlace);
}

/** Counts the properties that the row lacks although they are usually filled. */
function countMissing(day: EventDay, segments: SegmentDay): void {
  const words = (day.slots + 63) >>> 6;
  for (let word: u32 = 0; word < words; word++) {
    let missing = load<u64>(segments.usuallyFilled + (word << 3)) & ~load<u64>(filled + (word << 3));
    for (; missing !== 0; missing &= missing - 1) {
      const slot = (word << 6) + <u32>ctz(missing);
      countUnusual(segments, slot, usualClassOf(day, slot), classNull);
    }
  }
}
