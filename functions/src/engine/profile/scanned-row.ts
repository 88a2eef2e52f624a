import type { EventLayout, KeySlot } from "./event-layout.js";
import { timeSeconds, type DayClock } from "./project-days.js";
import type { PropertyTally } from "./property-tally.js";

/** Values of `day` that are no index: before the time is known, and of days that are not counted. */
export const unknownDay = -1;
export const uncountedDay = -2;

/** The row in hand: what was read of it, for the profiler to count. */
export class ScannedRow {
  event!: EventLayout;
  count = 0;
  readonly slots: KeySlot[] = [];
  /** Parallel to `slots`: where the value's rows stand in the pool of counts, or ~id of a value to be added. */
  readonly places: number[] = [];
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
  private number = 0;

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

  /** A judged property's value; of a key that stands twice the last one counts, as with `JSON.parse`. */
  put(slot: KeySlot, place: number): void {
    if (slot.row === this.number) {
      this.places[slot.position] = place;
      return;
    }
    slot.row = this.number;
    slot.position = this.count;
    this.slots[this.count] = slot;
    this.places[this.count] = place;
    this.count++;
  }
}
