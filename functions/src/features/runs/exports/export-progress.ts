import { daysBetween } from "../../../common/days.js";
import { dayMs, hourMs, secondMs } from "../../../common/time.js";
import type { DaySpan } from "./export-ranges.js";

/** The progress of a part's export: days done, bytes read. */
export type PartRead = { days: number; bytes: number };
export const nothingRead: PartRead = { days: 0, bytes: 0 };

/** A span of an export's `time`, in epoch milliseconds; `toMs` is exclusive. */
export type TimeSpan = { fromMs: number; toMs: number };

/** The span of whole dates of an export. */
export const datesSpan = ({ from, to }: DaySpan): TimeSpan => ({
  fromMs: Date.parse(from),
  toMs: Date.parse(to) + dayMs,
});

const timeKey = Buffer.from('"time":');
/** An export of at least this many days shows its progress even if the rows of a day come in any order. */
const daysInAnyOrder = 4;

/**
 * Estimates an export's progress from the data that streams in. Mixpanel promises no order and no length, but exports
 * usually come day by day, so the day of a chunk's last event is used as long as days don't go backward.
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
   * @param before how much of the part was read and stored earlier
   * @param span the time that the export was asked for
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
    // In UTC, whatever the project's time zone: good enough for a progress bar.
    const index = Math.floor((timeMs - Date.parse(this.#days.from)) / dayMs);
    if (index < this.#reached - 1) this.#isInOrder = false;
    else this.#reached = Math.max(this.#reached, index);
  }

  /** Never counts the last day, which is done only when its part is. */
  get read(): PartRead {
    const last = daysBetween(this.#days.from, this.#days.to);
    return {
      bytes: this.#before.bytes + this.#bytes,
      days: this.#before.days + (this.#isInOrder ? Math.min(last, Math.max(0, this.#reached)) : 0),
    };
  }

  /** The share of its time span that the export has passed, up to 1; null when unknown, as with rows in no order. */
  get fraction(): number | null {
    const { fromMs, toMs } = this.#span;
    if (!this.#isFractionKnown || this.#latestMs < fromMs) return null;
    return Math.min(1, (this.#latestMs - fromMs) / (toMs - fromMs));
  }

  /** Whether rows from before and from after a time span were seen. Only the last row of each chunk is looked at. */
  reachesBeyond({ fromMs, toMs }: TimeSpan): boolean {
    return this.#earliestMs < fromMs && this.#latestMs >= toMs;
  }
}
