import { kindEmpty, kindNull } from "./kinds";
import { eventAt } from "./keys";
import { givePiece, takePiece } from "./memory";
import { hashAt, placeBits, rowsAt, valueAt } from "./table";
import { EventDay, findEventDay, PropertyTally, tallyAt } from "./tally";
import { traitOfValue } from "./traits";
import { valueKind } from "./values";

/** What the host asks for: a list of words, and how long it is. */
export let list: usize = 0;
let listBits: u32 = 0;

function roomFor(bytes: u32): void {
  if (listBits !== 0 && bytes >>> listBits === 0) return;
  if (listBits !== 0) givePiece(list, listBits);
  listBits = max<u32>(12, 32 - clz(bytes));
  list = takePiece(listBits);
}

/** The record of an event's day, 0 when it has none. */
export function eventDayAt(event: u32, day: i32): usize {
  const found = findEventDay(eventAt(event), day);
  return found === null ? 0 : changetype<usize>(found);
}

export function rowsOfDay(day: usize): u32 {
  return changetype<EventDay>(day).rows;
}

/** The tally of a slot, 0 when no row had the property. */
export function tallyOfSlot(day: usize, slot: u32): usize {
  return tallyAt(changetype<EventDay>(day), slot);
}

/**
 * Lists the values that are followed, six words each: both halves of the hash (low first), rows, kind, trait (0 for null
 * and ""), record.
 * @returns how many they are
 */
export function listValues(tallyAddress: usize): u32 {
  const tally = changetype<PropertyTally>(tallyAddress);
  const bits = <u32>tally.bits;
  roomFor(<u32>tally.entries * 24);
  let to = list;
  const end = tally.table + (1 << (bits + placeBits));
  for (let at = tally.table; at < end; at += 1 << placeBits) {
    if (load<u64>(at) === 0) continue;
    const value = valueAt(bits, at);
    const kind = valueKind(value);
    store<u64>(to, hashAt(bits, at));
    store<u32>(to, rowsAt(bits, at), 8);
    store<u32>(to, kind, 12);
    store<u32>(to, kind === kindNull || kind === kindEmpty ? 0 : traitOfValue(value), 16);
    store<u32>(to, value, 20);
    to += 24;
  }
  return tally.entries;
}

/** Whether the tally is a sketch: of one that is not, the functions below must not be asked. */
export function isSketch(tally: usize): bool {
  return changetype<PropertyTally>(tally).sketch !== null;
}

/** Lists the traits of rows that are not counted by value, two words each: trait, rows. @returns how many they are */
export function listTraits(tally: usize): u32 {
  const sketch = changetype<PropertyTally>(tally).sketch!;
  roomFor(sketch.traitCount << 3);
  let to = list;
  for (let at = sketch.traits; at < sketch.traits + (8 << sketch.traitBits); at += 8) {
    if (load<u32>(at) === 0) continue;
    store<u32>(to, load<u32>(at) - 1);
    store<u32>(to, load<u32>(at, 4), 4);
    to += 8;
  }
  return sketch.traitCount;
}

/** Rows that a count may miss. */
export function missingRows(tally: usize): u32 {
  const sketch = changetype<PropertyTally>(tally).sketch!;
  return sketch.taken + sketch.waits;
}

/** Rows with null, and with "", that are not counted by value. */
export function uncountedNulls(tally: usize): u32 {
  return changetype<PropertyTally>(tally).sketch!.nulls;
}

export function uncountedEmpties(tally: usize): u32 {
  return changetype<PropertyTally>(tally).sketch!.empties;
}

/** Registers of the HyperLogLog that saw all values but those that are followed still. */
export function registersOf(tally: usize): usize {
  return changetype<PropertyTally>(tally).sketch!.registers;
}
