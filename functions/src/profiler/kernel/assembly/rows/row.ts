import { check, noRowBegun } from "../checks";
import { addLag, dayOf, hourOf, secondsOf } from "./days";
import { finish, mix } from "../hash";
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
} from "../kinds";
import { free, alloc } from "../memory";
import { Event, EventDay, PendingRow, PendingValue, rowBytes, valueBytes } from "../records";
import { CopyCounter, countSecond, makeCopyCounter } from "../counts/copies";
import { prefetch, addIfNew } from "./duplicates";
import { countRow, prepareSegments } from "../segments/count-row";
import { eventDayOf, makeSlots } from "../counts/tally";

/**
 * Rows are counted in batches. The hashes that reveal duplicates are spread over a large memory; reading them for
 * a whole batch at once lets the CPU wait for all of them at the same time. Then the rows of one event and day are
 * counted one after the other, so that its counts stay in the CPU cache.
 */
const maxPendingRows: u32 = 192;
/** log₂ of the bytes of that many rows. */
const pendingBits: u32 = 14;

let pendingRows: usize = 0;
let pendingCount: u32 = 0;
let values: usize = 0;
let valueBits: u32 = 15;
/** Bytes of the values of the pending rows, without and with the current row. */
let keptBytes: u32 = 0;
let usedBytes: u32 = 0;

/** Number of the current row. */
export let row: u32 = 0;
let event: Event = changetype<Event>(0);
let time: f64 = NaN;
let seconds: f64 = NaN;
let day: i32 = 0;
let processingTime: f64 = NaN;
let isImport: bool = false;
let distinctId: u64 = 0;
let hasDistinctId: bool = false;
let insertId: u64 = 0;
let hasInsertId: bool = false;
/** Whether the current row's values are not needed: its event is excluded, or its day is not profiled. */
export let isSkipped: bool = false;

/** Rows counted, and rows left out for each reason. */
export let rows: u32 = 0;
export let duplicates: u32 = 0;
export let outOfRange: u32 = 0;
export let excluded: u32 = 0;
/** Sum of the words that `prefetch` read, so that the compiler does not remove the reads. */
export let prefetched: u32 = 0;

export function initRows(): void {
  pendingRows = alloc(pendingBits);
  values = alloc(valueBits);
}

export function beginRow(next: Event): void {
  row++;
  event = next;
  usedBytes = keptBytes;
  time = NaN;
  processingTime = NaN;
  isImport = false;
  distinctId = 0;
  hasDistinctId = false;
  hasInsertId = false;
  isSkipped = next.isExcluded;
}

/** Sets a value of the current row that has a role. @returns false when it is a time but not a number */
export function setRoleValue(role: u32, kind: u32, hash: u64, number: f64): bool {
  switch (role) {
    case roleTime:
      if (kind !== kindNumber) return false;
      time = number;
      seconds = secondsOf(number);
      day = dayOf(seconds);
      if (day < 0) isSkipped = true;
      break;
    case roleProcessingTime:
      processingTime = kind === kindNumber ? number : NaN;
      break;
    case roleImport:
      isImport = kind !== kindFalse && kind !== kindNull;
      break;
    case roleDistinctId:
      distinctId = hash;
      hasDistinctId = kind !== kindNull && kind !== kindEmpty;
      break;
    case roleInsertId:
      insertId = hash;
      hasInsertId = kind !== kindNull && kind !== kindEmpty;
  }
  return true;
}

/** Adds a value to the current row. Its bytes must stay in place until the row is counted. */
export function addPendingValue(
  slot: u32,
  kind: u32,
  hash: u64,
  start: usize,
  length: u32,
  number: f64,
): void {
  if (CHECKS) check(changetype<usize>(event) !== 0, noRowBegun);
  if (usedBytes + valueBytes > 1 << valueBits) growValues();
  const value = changetype<PendingValue>(values + usedBytes);
  usedBytes += valueBytes;
  value.hash = hash;
  value.number = number;
  value.start = start;
  value.length = length;
  value.slot = slot;
  value.kind = kind;
}

/** Adds a property of the row's event that only the host has seen. */
export function addSlot(slot: u32): void {
  event.slots = max(event.slots, slot + 1);
}

function growValues(): void {
  const grown = alloc(valueBits + 1);
  memory.copy(grown, values, 1 << valueBits);
  free(values, valueBits);
  values = grown;
  valueBits++;
}

/** Whether the current row has a time. */
export function hasTime(): bool {
  return !isNaN(time);
}

/** Completes the current row, which must have a time. */
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
  const complete = changetype<PendingRow>(pendingRows + pendingCount++ * rowBytes);
  complete.event = event;
  complete.day = day;
  complete.hour = hourOf(day, seconds);
  complete.hasIdentity = hasInsertId;
  complete.begin = keptBytes;
  complete.end = usedBytes;
  // Mixpanel's definition of a duplicate: same event, user, insert id and time.
  const identity = mix(mix(mix(event.hash, distinctId), insertId), reinterpret<u64>(time + 0));
  complete.identity = finish(identity);
  complete.second = hasDistinctId ? finish(mix(distinctId, reinterpret<u64>(floor(seconds) + 0))) : 0;
  complete.insertId = hasInsertId ? insertId : 0;
  keptBytes = usedBytes;
  if (pendingCount === maxPendingRows) countRows();
}

/** Counts the pending rows. */
export function countRows(): void {
  const end = pendingRows + pendingCount * rowBytes;
  for (let at = pendingRows; at < end; at += rowBytes)
    if (changetype<PendingRow>(at).hasIdentity) prefetched += prefetch(changetype<PendingRow>(at).identity);
  for (let at = pendingRows; at < end; at += rowBytes) findCounts(changetype<PendingRow>(at));
  for (let at = pendingRows; at < end; at += rowBytes) {
    const first = changetype<PendingRow>(at);
    if (first.eventDay !== null && first.isFirst) countRowsOfDay(first);
  }
  pendingCount = 0;
  keptBytes = 0;
}

/** Finds the counts that a row belongs to; leaves it out if it is a duplicate. */
function findCounts(next: PendingRow): void {
  next.eventDay = null;
  if (next.hasIdentity && !addIfNew(next.identity)) {
    duplicates++;
    return;
  }
  rows++;
  const counted = eventDayOf(next.event, next.day);
  counted.rows++;
  const hour = counted.hours + (next.hour << 2);
  store<u32>(hour, load<u32>(hour) + 1);
  next.eventDay = counted;
  next.next = null;
  const last = counted.lastPending;
  next.isFirst = last === null;
  if (last !== null) last.next = next;
  counted.lastPending = next;
  makeSlots(counted, next.event.slots);
}

/** Counts the pending rows of one event and day. */
function countRowsOfDay(first: PendingRow): void {
  const day = first.eventDay!;
  const segments = first.event.segments;
  day.lastPending = null;
  if (segments !== null) prepareSegments(day);
  for (let row: PendingRow | null = first; row !== null; row = row.next) {
    if (row.second !== 0) countSecond(copyCounterOf(day), row.second, row.insertId);
    countRow(day, segments, values + row.begin, values + row.end);
  }
}

function copyCounterOf(day: EventDay): CopyCounter {
  let counter = day.copies;
  if (counter === null) day.copies = counter = makeCopyCounter();
  return counter;
}
