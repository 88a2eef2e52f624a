import { CopyCounter } from "./counts/copies";
import { Sketch } from "./counts/sketch";

/*
 * Layouts of the records that refer to each other: names, rows that wait to be counted, and counts. Functions that work on
 * them are in the folder of each concern; a record that nothing refers to is defined in the file that uses it.
 */

/** A property name of an event as the export writes it. The same name written with escapes is a separate `Key`. */
@unmanaged
export class Key {
  hash: u64;
  /** Index of the property among those of its event. */
  slot: u32;
  role: u32;
  /** Whether its values are counted. */
  isCounted: bool;
  /** Counted and without a role. */
  isValue: bool;
  /** Number of bytes of the name and the `":` after it, which follow this record in memory. */
  length: u32;
  /** The key that last followed this one, and therefore most likely follows again, and the one before that. */
  next: Key | null;
  other: Key | null;
  /** The first `Key` of the same name, which keeps `row` for all of them. */
  first: Key;
  /** Number of the last row with this name, to recognize a duplicate key in the same row. */
  row: u32;
}

/** An event with a hash table of its keys. */
@unmanaged
export class Event {
  number: u32;
  isExcluded: bool;
  /** Represents the event's name in the hash that identifies a row. */
  hash: u64;
  keys: usize;
  keyBits: u32;
  keyCount: u32;
  /** Number of its properties so far. */
  slots: u32;
  /** The first key of the last row. */
  first: Key | null;
  /** The day that the last row was counted on, and its counts. */
  day: i32;
  dayTally: EventDay | null;
  /** The properties that divide its rows into segments; null when there are none. */
  segments: EventSegments | null;
}

/** A complete row that is not counted yet. */
@unmanaged
export class PendingRow {
  identity: u64;
  /** Hash of the user and the second; 0 without a user. */
  second: u64;
  /** Hash of the insert id; 0 without one. */
  insertId: u64;
  event: Event;
  day: i32;
  /** Hours since the day's first second. */
  hour: u32;
  hasIdentity: bool;
  /** Where the row's values begin and end, in bytes from the first pending value. */
  begin: u32;
  end: u32;
  /** The event's counts of that day; null when the row is a duplicate. */
  eventDay: EventDay | null;
  /** Whether it is the first pending row of its event and day, and the one after it. */
  isFirst: bool;
  next: PendingRow | null;
}

/** A value of a pending row. Its bytes are at `start`, except that a number is in `number`. */
@unmanaged
export class PendingValue {
  hash: u64;
  number: f64;
  start: usize;
  length: u32;
  slot: u32;
  kind: u32;
}

export const rowBytes: u32 = offsetof<PendingRow>();
export const valueBytes: u32 = offsetof<PendingValue>();

/** Hours of a day on which the clock is set back. */
export const mostHours: u32 = 25;

/** One event on one day, with a tally for each of its properties; a tally has no table before its first value. */
@unmanaged
export class EventDay {
  rows: u32;
  /** Rows by hour since the day's first second. */
  hours: usize;
  slots: u32;
  tallies: usize;
  slotBits: u32;
  /** Counts inside segments; null when the event has no dimension. */
  segments: SegmentDay | null;
  /** Null before the first row with a user. */
  copies: CopyCounter | null;
  /** The last of its pending rows. */
  lastPending: PendingRow | null;
}

/**
 * Rows per value of one property of one event on one day: a hash table (`table.ts`) of 2^bits entries.
 *
 * Beyond 2,000 distinct values it becomes a sketch: a Misra–Gries summary with batched decrements behind a Bloom
 * filter. A value is counted from its second row on. When the table is full, a purge subtracts the 257th largest
 * count from every count and drops values that reach zero; each unit subtracted removes at least 257 rows. So a
 * count is never too high, and too low by at most rows/257 + rows/2,048 + 1. Rows that are not, or no longer,
 * counted by value are added to the sums by trait, so those stay exact, and every value is added to a HyperLogLog.
 * @see Misra & Gries (1982), "Finding repeated elements"; Anderson et al. (2017), "A high-performance algorithm for
 *   identifying frequent items in data streams" for the batches
 */
@unmanaged
export class PropertyTally {
  table: usize;
  sketch: Sketch | null;
  entries: u16;
  bits: u8;
  /** Whether any of the values in the table is null-like. */
  hasNullLike: bool;
  /** log₂ of the capacity needed on the event's last counted day, which saves growing step by step; 0 without one. */
  expectedBits: u8;
  /** Its usual class inside segments: a bit for each kind of value of that class, `noBucketsBit`, and the class. */
  usual: u16;
}

/** The properties that divide an event's rows into segments. */
@unmanaged
export class EventSegments {
  /** Index of each dimension's property plus 1, and of the version property; 0 when the event does not have it. */
  slot0: u32;
  slot1: u32;
  slot2: u32;
  versionSlot: u32;
  /** Position of these properties among the values of the last row, most likely the same in the next one. */
  position0: u32;
  position1: u32;
  position2: u32;
  versionPosition: u32;
  /** Dimension that a version belongs to; `dimensionCount` when versions do not depend on a dimension. */
  platform: u32;
}

/**
 * Counts of one event on one day inside its segments.
 *
 * Most properties have the same class on nearly every row. That is their usual class. Only rows of other classes are
 * counted, since a segment's remaining rows are the usual ones. So an ordinary row increases few counts, whatever the
 * number of properties and segments. For narrow dimensions, these counts and those by bucket are in `cells`.
 */
@unmanaged
export class SegmentDay {
  /** Rows counted so far. */
  rows: u32;
  /** One bit for each property, set if its usual class is not `classNull`. */
  usuallyFilled: usize;
  /**
   * For each of 2^slotBits properties, four addresses by set: rows of classes other than the usual one, by segment. 0
   * before the first such row, and in narrow dimensions.
   */
  unusual: usize;
  slotBits: u32;
  cells: CellSet;
  /** The four `SegmentSet`s follow this record. */
}

/**
 * Counts inside the segments of narrow dimensions, for one event and day.
 *
 * A cell is a combination of values, one of each narrow dimension. A row is counted only in its cell, where the
 * counts of all properties are next to each other: that takes one lookup per row and one increment per value,
 * whatever the number of dimensions. A segment's counts are the sums over its cells. Cells are added to sums by
 * segment and removed when there are too many of them, and added and reset before a count of 8 bits overflows.
 */
@unmanaged
export class CellSet {
  /** Hash table of 2^bits cells. */
  table: usize;
  bits: u32;
  count: u32;
  /** Every cell and sum has room for 2^slotBits properties. */
  slotBits: u32;
  /**
   * By dimension: addresses of the sums of its 128 segments, two for each: 16 counts by bucket for each property, and 4 of
   * unusual classes, 32 bits each.
   */
  sums0: usize;
  sums1: usize;
  sums2: usize;
}
