import { check, unknownProperty } from "../checks";
import { finish } from "../hash";
import { kindEmpty, kindNull, kindNullLike, kindNumber, kindPlainText } from "../kinds";
import { isNullLikeText } from "./null-like";
import { free, reserve, alloc } from "../memory";
import { Event, EventDay, mostHours, PendingValue, PropertyTally } from "../records";
import {
  addEntry,
  addRow,
  capacityOf,
  entriesOf,
  entryBytes,
  findEntryFast,
  hashAt,
  placeBits,
  rowsAt,
  smallestTableBits,
  valueAt,
} from "./table";
import { addDistinct, addSample, addTrait, isSampled, wasSeenBefore, freeBloom, makeSketch } from "./sketch";
import { isNullLikeTrait, traitOfBytes, traitOfNumber, traitOfText, traitOfValue } from "./traits";
import { releaseValue, exceedsLongValueLimit, isNullLikeValue, retainValue, valueKind } from "./values";

/** Counts are exact up to this many values of a property on a day: 2,000 values, null and "". */
const exactEntries: u32 = 2002;
/** A sketch counts at most this many values, half of them after each purge. */
const sketchEntries: u32 = 512;
/** A property has buckets up to this many values: 200, null and "". */
const maxBucketedEntries: u32 = 202;
/** Set in `PropertyTally.usual` if the property has too many values for buckets. No kind has the number 0. */
export const noBucketsBit: u16 = 1;
/** `bits` of the tables that this many entries need. */
const exactBits: u32 = 12;
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
  added.hours = reserve(mostHours << 2);
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
export function tallyOf(day: EventDay, slot: u32): PropertyTally {
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

/** Counts a value. The kind of a null-like value becomes `kindNullLike`. */
export function countValue(tally: PropertyTally, value: PendingValue): void {
  const bits = <u32>tally.bits;
  const entry = bits !== 0 ? findEntryFast(tally.table, bits, value.hash) : 0;
  if (entry === 0) countNewValue(tally, value);
  else {
    addRow(bits, entry);
    if (tally.hasNullLike && isNullLikeValue(valueAt(bits, entry))) value.kind = kindNullLike;
  }
}

/** Counts the first row with a value, or any row with a value that the sketch does not count. */
function countNewValue(tally: PropertyTally, value: PendingValue): void {
  if (addNewValue(tally, value.kind, value.hash, value.start, value.length, value.number))
    value.kind = kindNullLike;
  if (<u32>tally.entries > maxBucketedEntries || tally.sketch !== null) tally.usual |= noBucketsBit;
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
  if (tally.bits === 0) allocate(tally, max<u32>(tally.expectedBits, smallestTableBits));
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
  if (<u32>tally.entries === capacityOf(tally.bits)) resize(tally, tally.bits + 1);
  add(tally, hash, 1, record);
  if (tally.entries > (sketch === null ? exactEntries : sketchEntries)) purge(tally);
  return isNullLike;
}

function add(tally: PropertyTally, hash: u64, rows: u32, record: usize): void {
  addEntry(tally.table, tally.bits, tally.entries++, hash, rows, record);
}

function allocate(tally: PropertyTally, bits: u32): void {
  tally.bits = <u8>bits;
  tally.table = alloc(bits + placeBits);
}

/** Frees memory that the tallies of a day need only if more rows of that day follow, which is rare. */
function compactDay(day: EventDay): void {
  for (let slot: u32 = 0; slot < day.slots; slot++) {
    const tally = changetype<PropertyTally>(day.tallies + (slot << tallyBits));
    if (tally.bits === 0) continue;
    if (tally.sketch !== null) freeBloom(tally.sketch!);
    let bits = smallestTableBits;
    while (<u32>tally.entries > capacityOf(bits)) bits++;
    if (bits < tally.bits) resize(tally, bits);
  }
}

function resize(tally: PropertyTally, newBits: u32): void {
  const old = tally.table;
  const bits = <u32>tally.bits;
  const first = entriesOf(old, bits);
  const end = first + tally.entries * entryBytes;
  allocate(tally, newBits);
  tally.entries = 0;
  for (let at = first; at < end; at += entryBytes)
    add(tally, hashAt(bits, at), rowsAt(bits, at), valueAt(bits, at));
  free(old, bits + placeBits);
}

/** Drops all but the most common values, and turns the tally into a sketch if it isn't one. */
function purge(tally: PropertyTally): void {
  const old = tally.table;
  const bits = <u32>tally.bits;
  const isFirst = tally.sketch === null;
  const sketch = makeSketch(tally.sketch);
  tally.sketch = sketch;
  const first = entriesOf(old, bits);
  const end = first + tally.entries * entryBytes;
  const subtracted = countAtRank(first, end, bits, sketchEntries >> 1);
  sketch.subtracted += subtracted;
  allocate(tally, sketchBits);
  tally.entries = 0;
  for (let at = first; at < end; at += entryBytes) {
    const hash = hashAt(bits, at);
    const rows = rowsAt(bits, at);
    const value = valueAt(bits, at);
    addDistinct(sketch, hash);
    const kind = valueKind(value);
    if (kind === kindNull) sketch.nulls += min(rows, subtracted);
    else if (kind === kindEmpty) sketch.empties += min(rows, subtracted);
    else addTrait(sketch, traitOfValue(value), min(rows, subtracted));
    if (rows > subtracted) add(tally, hash, rows - subtracted, value);
    // Only the counts are lost: the texts of a sample stay, because somebody may have to read them.
    else if (isFirst && kind > kindNumber && isSampled(sketch, hash, exactEntries))
      addSample(sketch, hash, value);
    else releaseValue(hash, value);
  }
  free(old, bits + placeBits);
}

/** The smallest count, at least 1, that no more than `rank` counts exceed. */
function countAtRank(first: usize, end: usize, bits: u32, rank: u32): u32 {
  let low: u32 = 1;
  let high: u32 = 1;
  while (countsAbove(first, end, bits, high) > rank) {
    low = high + 1;
    high <<= 1;
  }
  while (low < high) {
    const middle = low + ((high - low) >>> 1);
    if (countsAbove(first, end, bits, middle) > rank) low = middle + 1;
    else high = middle;
  }
  return low;
}

function countsAbove(first: usize, end: usize, bits: u32, rows: u32): u32 {
  let counts: u32 = 0;
  for (let at = first; at < end; at += entryBytes) counts += u32(rowsAt(bits, at) > rows);
  return counts;
}
