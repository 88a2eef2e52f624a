import { finish } from "./hash";
import { kindEmpty, kindNull, kindNumber, kindPlainText } from "./kinds";
import { Event } from "./keys";
import { givePiece, take, takePiece } from "./memory";
import { addRow, entryBits, hashAt, placeBits, placeIn, rowsAt, valueAt, writeEntry } from "./table";
import { addSeen, addTrait, admits, closeDoor, makeSketch, Sketch } from "./sketch";
import { traitOfBytes, traitOfNumber, traitOfText, traitOfValue } from "./traits";
import { dropValue, isBeyondRoom, keepValue, valueKind } from "./values";

/** Counts are exact up to this many values of a property on a day: 2,000 filled ones, null and "". */
const exactEntries: u32 = 2002;
/** Beyond it, this many values are followed at the most, half of them after a purge. */
const sketchEntries: u32 = 512;
const smallestBits: u32 = 2;
/** Capacity that holds 512 entries at half full. */
const sketchBits: u32 = 10;

/**
 * Rows per value of one property of one event on one day: an open-addressing table of 2^bits entries.
 *
 * Beyond 2,000 distinct values it is a Misra–Gries summary with batched decrements behind a doorkeeper. A value is
 * followed from its second row on. When the table is full, the 257th largest count is taken off every count and what
 * falls to zero is dropped; each unit taken off removes at least 257 rows. So a count is never too high, and too low by
 * at most rows/257 + rows/2,048 + 1. Rows that are not, or no longer, counted by value are added to the sums of traits,
 * so those stay exact, and all values to a HyperLogLog.
 * @see Misra & Gries (1982), "Finding repeated elements"; Anderson et al. (2017), "A high-performance algorithm for
 *   identifying frequent items in data streams" for the batches
 */
@unmanaged
export class PropertyTally {
  table: usize;
  bits: u8;
  entries: u16;
  sketch: Sketch | null;
}

/** One event on one day; a tally for each of its slots, without a table until the first value. */
@unmanaged
export class EventDay {
  rows: u32;
  slots: u32;
  tallies: usize;
  slotBits: u32;
}

const tallyBits: u32 = 4;
const smallestSlotBits: u32 = 4;

/** Event days by event and day: key + 1 in 8 bytes, the record. */
let days: usize = 0;
let dayBits: u32 = 8;
let dayCount: u32 = 0;

export function prepareTallies(): void {
  days = takePiece(dayBits + 4);
}

/** The event's tallies of a day; null while there are none. */
export function findEventDay(event: Event, day: i32): EventDay | null {
  return load<EventDay | null>(placeOfDay(keyOfDay(event, day)), 8);
}

/** The same, made when there are none. */
export function eventDayOf(event: Event, day: i32): EventDay {
  const known = event.dayTally;
  if (event.day === day && known !== null) return known;
  let found = findEventDay(event, day);
  if (found === null) {
    found = addEventDay(keyOfDay(event, day));
    if (known !== null) compactDay(known);
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
    days = takePiece(++dayBits + 4);
    for (let at = old; at < old + (16 << oldBits); at += 16)
      if (load<u64>(at) !== 0) memory.copy(placeOfDay(load<u64>(at)), at, 16);
    givePiece(old, oldBits + 4);
  }
  const added = changetype<EventDay>(take(offsetof<EventDay>()));
  added.slotBits = smallestSlotBits;
  added.tallies = takePiece(smallestSlotBits + tallyBits);
  const place = placeOfDay(key);
  store<u64>(place, key);
  store<EventDay>(place, added, 8);
  return added;
}

export function tallyOf(day: EventDay, slot: u32): PropertyTally {
  const tally = changetype<PropertyTally>(day.tallies + (slot << tallyBits));
  if (tally.bits === 0) allocate(tally, smallestBits);
  return tally;
}

/** The tally of a slot, 0 while it has none. */
export function tallyAt(day: EventDay, slot: u32): usize {
  if (slot >= day.slots) return 0;
  const tally = changetype<PropertyTally>(day.tallies + (slot << tallyBits));
  return tally.bits === 0 ? 0 : changetype<usize>(tally);
}

/** Makes room for so many tallies. */
export function makeSlots(day: EventDay, slots: u32): void {
  if (slots <= day.slots) return;
  while (slots > 1 << day.slotBits) {
    const grown = takePiece(day.slotBits + 1 + tallyBits);
    memory.copy(grown, day.tallies, 1 << (day.slotBits + tallyBits));
    givePiece(day.tallies, day.slotBits + tallyBits);
    day.tallies = grown;
    day.slotBits++;
  }
  day.slots = slots;
}

/** Counts one row of a value. @param start, length where its bytes stand; `number` counts for a number only */
export function countValue(
  tally: PropertyTally,
  kind: u32,
  hash: u64,
  start: usize,
  length: u32,
  number: f64,
): void {
  const place = findPlace(tally, hash);
  if (load<u64>(place) !== 0) {
    addRow(tally.bits, place);
    return;
  }
  const sketch = tally.sketch;
  // Traits of other kinds cost the host's time, so those values are followed from their first row.
  if (sketch !== null && (kind === kindPlainText || kind === kindNumber) && !admits(sketch, hash)) {
    addSeen(sketch, hash);
    addTrait(sketch, kind === kindNumber ? traitOfNumber(number) : traitOfText(start, length), 1);
    return;
  }
  if (isBeyondRoom(length)) {
    const uncounted = makeSketch(sketch);
    tally.sketch = uncounted;
    addSeen(uncounted, hash);
    addTrait(uncounted, traitOfBytes(kind, start, length), 1);
    return;
  }
  writeEntry(tally.bits, place, hash, 1, keepValue(kind, hash, start, length, number));
  tally.entries++;
  if (tally.entries > (sketch === null ? exactEntries : sketchEntries)) shrink(tally);
  else if ((<u32>tally.entries) << 1 > 1 << (<u32>tally.bits)) grow(tally);
}

/** Where the value is counted, or the empty place for it. */
function findPlace(tally: PropertyTally, hash: u64): usize {
  return placeIn(tally.table, tally.bits, hash);
}

function allocate(tally: PropertyTally, bits: u32): void {
  tally.bits = <u8>bits;
  tally.table = takePiece(bits + entryBits);
}

function grow(tally: PropertyTally): void {
  resize(tally, tally.bits + 1);
}

/** Gives back what the tallies of a day do not need as long as no more rows come, which is the rule. */
function compactDay(day: EventDay): void {
  for (let slot: u32 = 0; slot < day.slots; slot++) {
    const tally = changetype<PropertyTally>(day.tallies + (slot << tallyBits));
    if (tally.bits === 0) continue;
    if (tally.sketch !== null) closeDoor(tally.sketch!);
    let bits: u32 = smallestBits;
    while ((<u32>tally.entries) << 3 > 7 << bits) bits++;
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
  givePiece(old, bits + entryBits);
}

function shrink(tally: PropertyTally): void {
  const old = tally.table;
  const bits = <u32>tally.bits;
  const sketch = makeSketch(tally.sketch);
  tally.sketch = sketch;
  const taken = countAtRank(old, bits, sketchEntries >> 1);
  sketch.taken += taken;
  allocate(tally, sketchBits);
  tally.entries = 0;
  for (let at = old; at < old + (1 << (bits + placeBits)); at += 1 << placeBits) {
    if (load<u64>(at) === 0) continue;
    const hash = hashAt(bits, at);
    const rows = rowsAt(bits, at);
    const value = valueAt(bits, at);
    addSeen(sketch, hash);
    const kind = valueKind(value);
    if (kind === kindNull) sketch.nulls += min(rows, taken);
    else if (kind === kindEmpty) sketch.empties += min(rows, taken);
    else addTrait(sketch, traitOfValue(value), min(rows, taken));
    if (rows > taken) {
      writeEntry(tally.bits, findPlace(tally, hash), hash, rows - taken, value);
      tally.entries++;
    } else dropValue(hash, value);
  }
  givePiece(old, bits + entryBits);
}

/** The smallest count, 1 at least, that no more than `rank` counts exceed. */
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
