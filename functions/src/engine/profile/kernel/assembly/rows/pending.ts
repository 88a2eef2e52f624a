import { EventDay } from "../counts/tally";
import { Event } from "../lines/names";

/** A complete row that is not counted yet. */
@unmanaged
export class PendingRow {
  identity: u64;
  event: Event;
  day: i32;
  hasIdentity: bool;
  /** Index of the row's first value, and the index after its last one. */
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
