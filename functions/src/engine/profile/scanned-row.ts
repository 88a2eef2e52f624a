import type { EventLayout, KeySlot } from "./event-layout.js";
import { timeSeconds, type DayClock } from "./project-days.js";
import type { SpelledValue } from "./spelled-value.js";

/** Values of `day` that are no index: before the time is known, and of days that are not counted. */
export const unknownDay = -1;
export const uncountedDay = -2;

/** The row in hand: what was read of it, for the profiler to count. */
export class ScannedRow {
  event!: EventLayout;
  /** Places of the values that are counted already, and how many there are. */
  found = new Int32Array(64);
  foundCount = 0;
  /** Slots of the other values; the arrays below say what they are. */
  readonly slots: KeySlot[] = [];
  addedCount = 0;
  /** `kindPlainText`, `kindNumber`, or 0 for what `values` holds. */
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
  /** Where the event's tables of that day stand, once it is known and has any; see `EventTally`. */
  heads = noHeads;
  processingTime = NaN;
  isImport = false;
  hasInsertId = false;
  insertA = 0;
  insertB = 0;
  distinctA = 0;
  distinctB = 0;
  /** Number of the row. */
  number = 0;

  begin(event: EventLayout): void {
    this.event = event;
    this.foundCount = 0;
    this.addedCount = 0;
    this.number++;
    this.time = NaN;
    this.day = event.isExcluded ? uncountedDay : unknownDay;
    this.heads = noHeads;
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
    this.heads = (day < 0 ? undefined : this.event.days[day]?.heads) ?? noHeads;
  }

  addFound(place: number): void {
    if (this.foundCount === this.found.length)
      this.found = grown(this.found, new Int32Array(this.foundCount * 2));
    this.found[this.foundCount++] = place;
  }

  addText(slot: KeySlot, kind: number, a: number, b: number, start: number, length: number): void {
    const at = this.added(slot, kind);
    this.hashA[at] = a;
    this.hashB[at] = b;
    this.starts[at] = start;
    this.lengths[at] = length;
  }

  addNumber(slot: KeySlot, kind: number, a: number, b: number, value: number): void {
    const at = this.added(slot, kind);
    this.hashA[at] = a;
    this.hashB[at] = b;
    this.numbers[at] = value;
  }

  addValue(slot: KeySlot, value: SpelledValue): void {
    this.values[this.added(slot, 0)] = value;
  }

  private added(slot: KeySlot, kind: number): number {
    const at = this.addedCount++;
    if (at === this.kinds.length) this.grow();
    this.slots[at] = slot;
    this.kinds[at] = kind;
    return at;
  }

  private grow(): void {
    const size = this.kinds.length * 2;
    this.kinds = grown(this.kinds, new Int32Array(size));
    this.hashA = grown(this.hashA, new Int32Array(size));
    this.hashB = grown(this.hashB, new Int32Array(size));
    this.numbers = grown(this.numbers, new Float64Array(size));
    this.starts = grown(this.starts, new Int32Array(size));
    this.lengths = grown(this.lengths, new Int32Array(size));
  }
}

const noHeads = new Int32Array(0);

function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
