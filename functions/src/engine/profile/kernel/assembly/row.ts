import { addLag, dayOf, secondsOf } from "./clock";
import { finish, mix } from "./hash";
import { Event } from "./keys";
import {
  kindEmpty,
  kindFalse,
  kindNull,
  kindNumber,
  roleDistinctId,
  roleImport,
  roleInsertId,
  roleProcessingTime,
  roleTime,
} from "./kinds";
import { givePiece, takePiece } from "./memory";
import { approachSeen, isNew } from "./seen";
import { countValue, EventDay, eventDayOf, makeSlots, tallyOf } from "./tally";

/** A row that was read and waits to be counted. */
@unmanaged
class WaitingRow {
  identity: u64;
  event: Event;
  day: i32;
  hasIdentity: bool;
  /** Index behind the row's last value. */
  end: u32;
  /** Where it is counted; null when it is a duplicate. */
  eventDay: EventDay | null;
}

/** One of its values. `start` and `length`: where its bytes stand; numbers have `number` instead. */
@unmanaged
class WaitingValue {
  hash: u64;
  number: f64;
  start: usize;
  length: u32;
  slot: u32;
  kind: u32;
}

/**
 * Rows are counted some at a time: what tells whether they are duplicates lies all over a large memory, and to ask for
 * it in one go makes the waits overlap.
 */
const mostWaiting: u32 = 24;
const rowBytes: u32 = offsetof<WaitingRow>();
const valueBytes: u32 = offsetof<WaitingValue>();

let waiting: usize = 0;
let waitingCount: u32 = 0;
let values: usize = 0;
let valueBits: u32 = 15;
/** Values of rows that wait, and with those of the row in hand. */
let keptValues: u32 = 0;
let valueCount: u32 = 0;

/** Number of the row in hand. */
export let row: u32 = 0;
let event: Event = changetype<Event>(0);
let time: f64 = NaN;
let seconds: f64 = NaN;
let day: i32 = 0;
let processingTime: f64 = NaN;
let isImport: bool = false;
let distinctId: u64 = 0;
let insertId: u64 = 0;
let hasInsertId: bool = false;
/** Values of the row are not kept: its event is excluded or its day none of those asked for. */
export let isPassedBy: bool = false;

/** Rows counted, and those of each other kind. */
export let rows: u32 = 0;
export let duplicates: u32 = 0;
export let outOfRange: u32 = 0;
export let excluded: u32 = 0;
/** Keeps reads that only bring memory near from being optimised away. */
export let touched: u32 = 0;

export function prepareRow(): void {
  waiting = takePiece(11);
  values = takePiece(valueBits);
}

export function beginRow(next: Event): void {
  row++;
  event = next;
  valueCount = keptValues;
  time = NaN;
  processingTime = NaN;
  isImport = false;
  distinctId = 0;
  hasInsertId = false;
  isPassedBy = next.isExcluded;
}

/** Takes a value of the row in hand that has a role. @returns false when it is a time but no number */
export function takeRole(role: u32, kind: u32, hash: u64, number: f64): bool {
  switch (role) {
    case roleTime:
      if (kind !== kindNumber) return false;
      time = number;
      seconds = secondsOf(number);
      day = dayOf(seconds);
      if (day < 0) isPassedBy = true;
      break;
    case roleProcessingTime:
      processingTime = kind === kindNumber ? number : NaN;
      break;
    case roleImport:
      isImport = kind !== kindFalse && kind !== kindNull;
      break;
    case roleDistinctId:
      distinctId = hash;
      break;
    case roleInsertId:
      insertId = hash;
      hasInsertId = kind !== kindNull && kind !== kindEmpty;
  }
  return true;
}

/** Takes a value of the row in hand. Its bytes must stay where they are until the row is counted. */
export function takeValue(slot: u32, kind: u32, hash: u64, start: usize, length: u32, number: f64): void {
  if ((valueCount + 1) * valueBytes > 1 << valueBits) growValues();
  const value = changetype<WaitingValue>(values + valueCount++ * valueBytes);
  value.hash = hash;
  value.number = number;
  value.start = start;
  value.length = length;
  value.slot = slot;
  value.kind = kind;
}

/** Makes a slot of the row's event known that no key of the kernel's has. */
export function addSlot(slot: u32): void {
  event.slots = max(event.slots, slot + 1);
}

function growValues(): void {
  const grown = takePiece(valueBits + 1);
  memory.copy(grown, values, 1 << valueBits);
  givePiece(values, valueBits);
  values = grown;
  valueBits++;
}

/** Whether the row in hand has told its time. */
export function hasTime(): bool {
  return !isNaN(time);
}

/** The row in hand is complete and has told its time. */
export function endRow(): void {
  if (!isImport && !isNaN(processingTime)) addLag(processingTime / 1000 - seconds);
  if (event.isExcluded) {
    excluded++;
    return;
  }
  if (day < 0) {
    outOfRange++;
    return;
  }
  const complete = changetype<WaitingRow>(waiting + waitingCount++ * rowBytes);
  complete.event = event;
  complete.day = day;
  complete.hasIdentity = hasInsertId;
  complete.end = valueCount;
  // What tells the row from others.
  const identity = mix(mix(mix(event.hash, distinctId), insertId), reinterpret<u64>(time + 0));
  complete.identity = finish(identity);
  keptValues = valueCount;
  if (waitingCount === mostWaiting) countRows();
}

/** Counts the rows that wait. */
export function countRows(): void {
  const end = waiting + waitingCount * rowBytes;
  for (let at = waiting; at < end; at += rowBytes)
    if (changetype<WaitingRow>(at).hasIdentity) touched += approachSeen(changetype<WaitingRow>(at).identity);
  for (let at = waiting; at < end; at += rowBytes) placeRow(changetype<WaitingRow>(at));
  let value = values;
  for (let at = waiting; at < end; at += rowBytes) {
    const last = values + changetype<WaitingRow>(at).end * valueBytes;
    const counted = changetype<WaitingRow>(at).eventDay;
    if (counted !== null)
      for (; value < last; value += valueBytes) count(counted, changetype<WaitingValue>(value));
    value = last;
  }
  waitingCount = 0;
  keptValues = 0;
}

/** Finds where a row is counted, unless it is a duplicate. */
function placeRow(next: WaitingRow): void {
  next.eventDay = null;
  if (next.hasIdentity && !isNew(next.identity)) {
    duplicates++;
    return;
  }
  rows++;
  const counted = eventDayOf(next.event, next.day);
  counted.rows++;
  next.eventDay = counted;
  makeSlots(counted, next.event.slots);
}

function count(day: EventDay, next: WaitingValue): void {
  countValue(tallyOf(day, next.slot), next.kind, next.hash, next.start, next.length, next.number);
}
