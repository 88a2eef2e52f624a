import { check, notASketch } from "./checks";
import { copiesOf } from "./counts/copies";
import { Sketch, sampleBits } from "./counts/sketch";
import { kindEmpty, kindNull } from "./kinds";
import { eventAt } from "./names";
import { free, alloc } from "./memory";
import { EventDay, PropertyTally } from "./records";
import { entriesOf, entryBytes, hashAt, rowsAt, valueAt } from "./counts/table";
import { findEventDay, tallyAt } from "./counts/tally";
import { traitOfValue } from "./counts/traits";
import { valueKind } from "./counts/values";

/** Address of the list that the host asked for last. */
export let list: usize = 0;
let listBits: u32 = 0;

/** Makes room for a list of `bytes` bytes. */
export function growList(bytes: u32): void {
  if (listBits !== 0 && bytes >>> listBits === 0) return;
  if (listBits !== 0) free(list, listBits);
  listBits = max<u32>(12, 32 - clz(bytes));
  list = alloc(listBits);
}

/** Address of an event's counts of a day, 0 when it has none. */
export function eventDayAt(event: u32, day: i32): usize {
  const found = findEventDay(eventAt(event), day);
  return found === null ? 0 : changetype<usize>(found);
}

export function rowsOfDay(day: usize): u32 {
  return changetype<EventDay>(day).rows;
}

/** Address of an event's rows of a day by hour since its first second. */
export function hoursOfDay(day: usize): usize {
  return changetype<EventDay>(day).hours;
}

/** Copies among an event's rows of a day, see `counts/copies.ts`. */
export function copiesOfDay(day: usize): u32 {
  const counter = changetype<EventDay>(day).copies;
  return counter === null ? 0 : copiesOf(counter);
}

/** Address of the tally of a property, 0 when no row had it. */
export function tallyOfSlot(day: usize, slot: u32): usize {
  return tallyAt(changetype<EventDay>(day), slot);
}

/**
 * Lists the values that are counted, six words each: the hash (low half first), rows, kind, trait (0 for null and ""),
 * record. After them, with 0 rows, a sample of texts that a sketch doesn't count.
 * @returns the number of values
 */
export function listValues(tallyAddress: usize): u32 {
  const tally = changetype<PropertyTally>(tallyAddress);
  const bits = <u32>tally.bits;
  const sketch = tally.sketch;
  const sampled: u32 = sketch === null ? 0 : sketch.sampleCount;
  growList((<u32>tally.entries + sampled) * 24);
  let to = list;
  const first = entriesOf(tally.table, bits);
  const end = first + tally.entries * entryBytes;
  for (let at = first; at < end; at += entryBytes) {
    const value = valueAt(bits, at);
    const kind = valueKind(value);
    store<u64>(to, hashAt(bits, at));
    store<u32>(to, rowsAt(bits, at), 8);
    store<u32>(to, kind, 12);
    store<u32>(to, kind === kindNull || kind === kindEmpty ? 0 : traitOfValue(value), 16);
    store<u32>(to, value, 20);
    to += 24;
  }
  for (let index: u32 = 0; index < sampled; index++) {
    const at = sketch!.sample + (index << sampleBits);
    const record = load<u32>(at, 8);
    store<u64>(to, load<u64>(at));
    store<u32>(to, 0, 8);
    store<u32>(to, valueKind(record), 12);
    store<u32>(to, 0, 16);
    store<u32>(to, record, 20);
    to += 24;
  }
  return <u32>tally.entries + sampled;
}

/** Whether the tally is a sketch. The functions below are for sketches only. */
export function isSketch(tally: usize): bool {
  return changetype<PropertyTally>(tally).sketch !== null;
}

function sketchOf(tally: usize): Sketch {
  const sketch = changetype<PropertyTally>(tally).sketch;
  if (CHECKS) check(sketch !== null, notASketch);
  return sketch!;
}

/**
 * Lists traits of the rows that are not counted by value, two words each: trait, rows.
 * @returns the number of traits
 */
export function listTraits(tally: usize): u32 {
  const sketch = sketchOf(tally);
  growList(sketch.traitCount << 3);
  let to = list;
  for (let at = sketch.traits; at < sketch.traits + (8 << sketch.traitBits); at += 8) {
    if (load<u32>(at) === 0) continue;
    store<u32>(to, load<u32>(at) - 1);
    store<u32>(to, load<u32>(at, 4), 4);
    to += 8;
  }
  return sketch.traitCount;
}

/** The largest number of rows that any count may lack. */
export function missingRows(tally: usize): u32 {
  const sketch = sketchOf(tally);
  return sketch.subtracted + sketch.bloomRounds;
}

/** Rows with null that are not counted by value. */
export function uncountedNulls(tally: usize): u32 {
  return sketchOf(tally).nulls;
}

/** Rows with "" that are not counted by value. */
export function uncountedEmpties(tally: usize): u32 {
  return sketchOf(tally).empties;
}

/** Registers of the HyperLogLog, to which every value was added except those that are counted now. */
export function registersOf(tally: usize): usize {
  return sketchOf(tally).registers;
}
