import { daysBetween } from "../../../engine/days.js";
import { dayMs, hourMs, secondMs } from "../../../common/time.js";
import type { DaySpan } from "./export-ranges.js";

/** How far a part's export has come: days that lie behind it, bytes read. */
export type PartRead = { days: number; bytes: number };
export const nothingRead: PartRead = { days: 0, bytes: 0 };

/** From an instant to before another one, as epoch milliseconds of an export's `time`. */
export type TimeSpan = { fromMs: number; toMs: number };

/** All of some dates of an export. */
export const datesSpan = ({ from, to }: DaySpan): TimeSpan => ({
  fromMs: Date.parse(from),
  toMs: Date.parse(to) + dayMs,
});

const timeKey = Buffer.from('"time":');
/** From this many days on, the rows of a day may come in any order without hiding how far the export is. */
const daysInAnyOrder = 4;

/**
 * Estimates how far an export has come from what streams by. Mixpanel promises no order and no length; exports come by day
 * as a rule, so the day of a chunk's last event is used, as long as days do not go back.
 */
export class ExportProgress {
  readonly #days: DaySpan;
  readonly #before: PartRead;
  readonly #span: TimeSpan;
  readonly #slackMs: number;
  #bytes = 0;
  #reached = 0;
  #isInOrder = true;
  #earliestMs = Infinity;
  #latestMs = -Infinity;
  #isFractionKnown = true;

  /**
   * @param before what of the part was read and stored earlier
   * @param span of time that the export was asked for
   */
  constructor(days: DaySpan, before: PartRead = nothingRead, span: TimeSpan = datesSpan(days)) {
    this.#days = days;
    this.#before = before;
    this.#span = span;
    this.#slackMs = span.toMs - span.fromMs >= daysInAnyOrder * dayMs ? dayMs : 2 * hourMs;
  }

  push({ buffer, byteOffset, byteLength }: Uint8Array): void {
    const chunk = Buffer.from(buffer, byteOffset, byteLength);
    this.#bytes += byteLength;
    const at = chunk.lastIndexOf(timeKey);
    if (at < 0) return;
    const seconds = /^\s*(\d{9,11})\D/.exec(chunk.toString("latin1", at + timeKey.length, at + 24))?.[1];
    if (!seconds) return;
    const timeMs = Number(seconds) * secondMs;
    if (timeMs < this.#latestMs - this.#slackMs) this.#isFractionKnown = false;
    this.#earliestMs = Math.min(this.#earliestMs, timeMs);
    this.#latestMs = Math.max(this.#latestMs, timeMs);
    if (!this.#isInOrder) return;
    // In UTC, whatever the project's zone: an estimate for a progress bar.
    const index = Math.floor((timeMs - Date.parse(this.#days.from)) / dayMs);
    if (index < this.#reached - 1) this.#isInOrder = false;
    else this.#reached = Math.max(this.#reached, index);
  }

  /** No more days than the export has: the last is done when its part is. */
  get read(): PartRead {
    const last = daysBetween(this.#days.from, this.#days.to);
    return {
      bytes: this.#before.bytes + this.#bytes,
      days: this.#before.days + (this.#isInOrder ? Math.min(last, Math.max(0, this.#reached)) : 0),
    };
  }

  /** How much of its time span the export has passed, up to 1; null when it is in no order. */
  get fraction(): number | null {
    const { fromMs, toMs } = this.#span;
    if (!this.#isFractionKnown || this.#latestMs < fromMs) return null;
    return Math.min(1, (this.#latestMs - fromMs) / (toMs - fromMs));
  }

  /** Whether rows from before and from after a time span were among those looked at. */
  reachesBeyond({ fromMs, toMs }: TimeSpan): boolean {
    return this.#earliestMs < fromMs && this.#latestMs >= toMs;
  }
}
