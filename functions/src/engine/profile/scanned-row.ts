import type { EventLayout, KeySlot } from "./event-layout.js";
import { timeSeconds, type DayClock } from "./project-days.js";
import type { PropertyTally } from "./property-tally.js";
import type { SpelledValue } from "./spelled-value.js";

/** Values of `day` that are no index: before the time is known, and of days that are not counted. */
export const unknownDay = -1;
export const uncountedDay = -2;

/** A place that is none: the value has to be added. */
export const notFound = -1;
/** The row in hand: what was read of it, for the profiler to count. */
export class ScannedRow {
  event!: EventLayout;
  count = 0;
  readonly slots: KeySlot[] = [];
  /** Parallel to `slots`: where the value's rows stand in the pool of counts, or `notFound` and what to add. */
  places = new Int32Array(64);
  /** What is added there: `kindPlainText`, `kindNumber`, or 0 for what `values` holds. */
  kinds = new Int32Array(64);
  hashA = new Int32Array(64);
  hashB = new Int32Array(64);
  numbers = new Float64Array(64);
  /** Where a text's ASCII bytes stand in the buffer being read. */
  starts = new Int32Array(64);
  lengths = new Int32Array(64);
  readonly values: SpelledValue[] = [];
  /** NaN unless the row has a number as `time`. */
  time = NaN;
  /** `time` in seconds, and the index of its project day. */
  seconds = NaN;
  day = unknownDay;
  /** The event's counts on that day, once it is known and has any. */
  tallies: readonly (PropertyTally | undefined)[] | undefined;
  processingTime = NaN;
  isImport = false;
  hasInsertId = false;
  insertA = 0;
  insertB = 0;
  distinctA = 0;
  distinctB = 0;
  /** Number of the row, to tell keys that stand twice. */
  number = 0;

  begin(event: EventLayout): void {
    this.event = event;
    this.count = 0;
    this.number++;
    this.time = NaN;
    this.day = event.isExcluded ? uncountedDay : unknownDay;
    this.tallies = undefined;
    this.processingTime = NaN;
    this.isImport = false;
    this.hasInsertId = false;
    this.distinctA = 0;
    this.distinctB = 0;
  }

  setTime(time: number, clock: DayClock): void {
    this.time = time;
    this.seconds = timeSeconds(time);
    if (this.event.isExcluded) return;
    const day = clock.indexOf(this.seconds);
    this.day = day < 0 ? uncountedDay : day;
    this.tallies = day < 0 ? undefined : this.event.days[day]?.tallies;
  }

  /**
   * Position for a judged property's value; of a key that stands twice the last one counts, as with `JSON.parse`.
   */
  position(slot: KeySlot): number {
    if (slot.row === this.number) return slot.position;
    if (this.count === this.places.length) this.grow();
    slot.row = this.number;
    slot.position = this.count;
    this.slots[this.count] = slot;
    return this.count++;
  }

  /** Any value that was not looked up. */
  putValue(slot: KeySlot, value: SpelledValue): void {
    const position = this.position(slot);
    this.places[position] = notFound;
    this.kinds[position] = 0;
    this.values[position] = value;
  }

  private grow(): void {
    const size = this.places.length * 2;
    this.places = grown(this.places, new Int32Array(size));
    this.kinds = grown(this.kinds, new Int32Array(size));
    this.hashA = grown(this.hashA, new Int32Array(size));
    this.hashB = grown(this.hashB, new Int32Array(size));
    this.numbers = grown(this.numbers, new Float64Array(size));
    this.starts = grown(this.starts, new Int32Array(size));
    this.lengths = grown(this.lengths, new Int32Array(size));
  }
}

function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
