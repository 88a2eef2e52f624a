import { check, unknownProperty } from "../checks";
import { finish } from "../hash";
import { kindEmpty, kindNull, kindNullLike, kindNumber, kindPlainText } from "../kinds";
import { isNullLikeText } from "./null-like";
import { free, reserve, alloc } from "../memory";
import { Event, EventDay, PendingValue, PropertyTally, valueBytes } from "../records";
import { dropBuckets } from "../segments/segment-day";
import {
  addRow,
  entryBits,
  findEntry,
  hashAt,
  maxRows,
  placeBits,
  rowsAt,
  rowsBits,
  valueAt,
  writeEntry,
} from "./table";
import { addDistinct, addTrait, wasSeenBefore, freeBloom, makeSketch } from "./sketch";
import { isNullLikeTrait, traitOfBytes, traitOfNumber, traitOfText, traitOfValue } from "./traits";
import { releaseValue, exceedsLongValueLimit, isNullLikeValue, retainValue, valueKind } from "./values";

/** Counts are exact up to this many values of a property on a day: 2,000 values, null and "". */
const exactEntries: u32 = 2002;
/** A sketch counts at most this many values, half of them after each purge. */
const sketchEntries: u32 = 512;
/** A property has buckets up to this many values: 200, null and "". */
const maxBucketedEntries: u32 = 202;
/** log₂ of the capacity that this many entries need. */
const exactBits: u32 = 12;
const smallestBits: u32 = 2;
/** log₂ of the capacity of which 512 entries fill half. */
const sketchBits: u32 = 10;

const tallyBits: u32 = 4;
const smallestSlotBits: u32 = 4;

/** Hash table of event days; an entry is a key (event, day) of 8 bytes, then the record. */
let days: usize = 0;
let dayBits: u32 = 8;
let dayCount: u32 = 0;

export function initTallies(): void {
  days = alloc(dayBits + 4);
}

/** An event's counts of a day; null when there are none. */
export function findEventDay(event: Event, day: i32): EventDay | null {
  return load<EventDay | null>(placeOfDay(keyOfDay(event, day)), 8);
}

/** An event's counts of a day, created when there are none. */
export function eventDayOf(event: Event, day: i32): EventDay {
  const known = event.dayTally;
  if (event.day === day && known !== null) return known;
  let found = findEventDay(event, day);
  if (found === null) {
    found = addEventDay(keyOfDay(event, day));
    if (known !== null) {
      expectAs(found, known);
      compactDay(known);
    }
  }
  event.day = day;
  event.dayTally = found;
  return found;
}

function keyOfDay(event: Event, day: i32): u64 {
  return ((<u64>event.number) << 32) + <u64>day + 1;
}

function placeOfDay(key: u64): usize {
  const mask = (1 << dayBits) - 1;
  let place = (<u32>finish(key)) & mask;
  while (true) {
    const at = days + (place << 4);
    const found = load<u64>(at);
    if (found === key || found === 0) return at;
    place = (place + 1) & mask;
  }
}

function addEventDay(key: u64): EventDay {
  if ((++dayCount << 1) >>> dayBits !== 0) {
    const old = days;
    const oldBits = dayBits;
    days = alloc(++dayBits + 4);
    for (let at = old; at < old + (16 << oldBits); at += 16)
      if (load<u64>(at) !== 0) memory.copy(placeOfDay(load<u64>(at)), at, 16);
    free(old, oldBits + 4);
  }
  const added = changetype<EventDay>(reserve(offsetof<EventDay>()));
  added.slotBits = smallestSlotBits;
  added.tallies = alloc(smallestSlotBits + tallyBits);
  const place = placeOfDay(key);
  store<u64>(place, key);
  store<EventDay>(place, added, 8);
  return added;
}

/** Sets the expected capacity of each property's table to that of another day. */
function expectAs(day: EventDay, other: EventDay): void {
  makeSlots(day, other.slots);
  for (let slot: u32 = 0; slot < other.slots; slot++) {
    const known = tallyOf(other, slot);
    tallyOf(day, slot).expectedBits = known.sketch === null ? known.bits : <u8>exactBits;
  }
}

/** The tally of a property; without a table before its first value. */
function tallyOf(day: EventDay, slot: u32): PropertyTally {
  if (CHECKS) check(slot < day.slots, unknownProperty);
  return changetype<PropertyTally>(day.tallies + (slot << tallyBits));
}

/** The tally of a property, 0 when no row had it. */
export function tallyAt(day: EventDay, slot: u32): usize {
  if (slot >= day.slots) return 0;
  const tally = changetype<PropertyTally>(day.tallies + (slot << tallyBits));
  return tally.bits === 0 ? 0 : changetype<usize>(tally);
}

/** Makes room for the tallies of `slots` properties. */
export function makeSlots(day: EventDay, slots: u32): void {
  if (slots <= day.slots) return;
  while (slots > 1 << day.slotBits) {
    const grown = alloc(day.slotBits + 1 + tallyBits);
    memory.copy(grown, day.tallies, 1 << (day.slotBits + tallyBits));
    free(day.tallies, day.slotBits + tallyBits);
    day.tallies = grown;
    day.slotBits++;
  }
  day.slots = slots;
}

/**
 * Counts the values of a row. The kind of null-like values becomes `kindNullLike`.
 * @param first address of the row's first `PendingValue`
 */
export function countValues(day: EventDay, first: usize, end: usize): void {
  const tallies = day.tallies;
  for (let at = first; at < end; at += valueBytes) {
    const value = changetype<PendingValue>(at);
    if (CHECKS) check(value.slot < day.slots, unknownProperty);
    const tally = changetype<PropertyTally>(tallies + (value.slot << tallyBits));
    const bits = <u32>tally.bits;
    if (bits === 0) {
      countNewValue(day, tally, value);
      continue;
    }
    // `findEntry` and `addRow`, inlined: the calls would take 5% of the total time.
    const hash = value.hash;
    const tag = hash << rowsBits;
    let index = <u32>(hash >>> (64 - <u64>bits));
    let place = tally.table + (index << placeBits);
    let found = load<u64>(place);
    while ((found & ~maxRows) !== tag && found !== 0) {
      index = (index + 1) & ((1 << bits) - 1);
      place = tally.table + (index << placeBits);
      found = load<u64>(place);
    }
    if (found === 0) countNewValue(day, tally, value);
    else {
      if ((found & maxRows) !== maxRows) store<u64>(place, found + 1);
      else addRow(bits, place);
      if (tally.hasNullLike && isNullLikeValue(valueAt(bits, place))) value.kind = kindNullLike;
    }
  }
}

/** Counts the first row with a value, or any row with a value that the sketch does not count. */
function countNewValue(day: EventDay, tally: PropertyTally, value: PendingValue): void {
  if (addNewValue(tally, value.kind, value.hash, value.start, value.length, value.number))
    value.kind = kindNullLike;
  const segments = day.segments;
  if (segments !== null && (<u32>tally.entries > maxBucketedEntries || tally.sketch !== null))
    dropBuckets(segments, value.slot);
}

/** @returns whether the value is null-like */
function addNewValue(
  tally: PropertyTally,
  kind: u32,
  hash: u64,
  start: usize,
  length: u32,
  number: f64,
): bool {
  if (tally.bits === 0) allocate(tally, max<u32>(tally.expectedBits, smallestBits));
  const sketch = tally.sketch;
  // Other kinds are counted from their first row, since the host computes their traits, which takes time.
  if (sketch !== null && (kind === kindPlainText || kind === kindNumber) && !wasSeenBefore(sketch, hash)) {
    addDistinct(sketch, hash);
    const trait = kind === kindNumber ? traitOfNumber(number) : traitOfText(start, length);
    addTrait(sketch, trait, 1);
    return isNullLikeTrait(trait);
  }
  if (exceedsLongValueLimit(length)) {
    const uncounted = makeSketch(sketch);
    tally.sketch = uncounted;
    addDistinct(uncounted, hash);
    addTrait(uncounted, traitOfBytes(kind, start, length), 1);
    return false;
  }
  const isNullLike = isNullLikeText(kind, start, length);
  const record = retainValue(kind, hash, start, length, number, isNullLike);
  tally.hasNullLike = tally.hasNullLike || isNullLike;
  writeEntry(tally.bits, findPlace(tally, hash), hash, 1, record);
  tally.entries++;
  if (tally.entries > (sketch === null ? exactEntries : sketchEntries)) purge(tally);
  else if ((<u32>tally.entries) << 1 > 1 << (<u32>tally.bits)) grow(tally);
  return isNullLike;
}

/** The entry of a value, or the empty entry where it belongs. */
function findPlace(tally: PropertyTally, hash: u64): usize {
  return findEntry(tally.table, tally.bits, hash);
}

function allocate(tally: PropertyTally, bits: u32): void {
  tally.bits = <u8>bits;
  tally.table = alloc(bits + entryBits);
}

function grow(tally: PropertyTally): void {
  resize(tally, tally.bits + 1);
}

/** Frees memory that the tallies of a day need only if more rows of that day follow, which is rare. */
function compactDay(day: EventDay): void {
  for (let slot: u32 = 0; slot < day.slots; slot++) {
    const tally = changetype<PropertyTally>(day.tallies + (slot << tallyBits));
    if (tally.bits === 0) continue;
    if (tally.sketch !== null) freeBloom(tally.sketch!);
    let bits: u32 = smallestBits;
    while (<u32>tally.entries >= 1 << bits) bits++;
    if (bits < tally.bits) resize(tally, bits);
  }
}

function resize(tally: PropertyTally, newBits: u32): void {
  const old = tally.table;
  const bits = <u32>tally.bits;
  allocate(tally, newBits);
  for (let at = old; at < old + (1 << (bits + placeBits)); at += 1 << placeBits) {
    if (load<u64>(at) === 0) continue;
    const hash = hashAt(bits, at);
    const place = findPlace(tally, hash);
    writeEntry(tally.bits, place, hash, rowsAt(bits, at), valueAt(bits, at));
  }
  free(old, bits + entryBits);
}

/** Drops all but the most common values, and turns the tally into a sketch if it isn't one. */
function purge(tally: PropertyTally): void {
  const old = tally.table;
  const bits = <u32>tally.bits;
  const sketch = makeSketch(tally.sketch);
  tally.sketch = sketch;
  const subtracted = countAtRank(old, bits, sketchEntries >> 1);
  sketch.subtracted += subtracted;
  allocate(tally, sketchBits);
  tally.entries = 0;
  for (let at = old; at < old + (1 << (bits + placeBits)); at += 1 << placeBits) {
    if (load<u64>(at) === 0) continue;
    const hash = hashAt(bits, at);
    const rows = rowsAt(bits, at);
    const value = valueAt(bits, at);
    addDistinct(sketch, hash);
    const kind = valueKind(value);
    if (kind === kindNull) sketch.nulls += min(rows, subtracted);
    else if (kind === kindEmpty) sketch.empties += min(rows, subtracted);
    else addTrait(sketch, traitOfValue(value), min(rows, subtracted));
    if (rows > subtracted) {
      writeEntry(tally.bits, findPlace(tally, hash), hash, rows - subtracted, value);
      tally.entries++;
    } else releaseValue(hash, value);
  }
  free(old, bits + entryBits);
}

/** The smallest count, at least 1, that no more than `rank` counts exceed. */
function countAtRank(table: usize, bits: u32, rank: u32): u32 {
  let low: u32 = 1;
  let high: u32 = 1;
  while (countsAbove(table, bits, high) > rank) {
    low = high + 1;
    high <<= 1;
  }
  while (low < high) {
    const middle = low + ((high - low) >>> 1);
    if (countsAbove(table, bits, middle) > rank) low = middle + 1;
    else high = middle;
  }
  return low;
}

function countsAbove(table: usize, bits: u32, rows: u32): u32 {
  let counts: u32 = 0;
  for (let at = table; at < table + (1 << (bits + placeBits)); at += 1 << placeBits)
    counts += u32(load<u64>(at) !== 0 && rowsAt(bits, at) > rows);
  return counts;
}
