import { daysBetween } from "../../../engine/days.js";
import { dayMs, secondMs } from "../../../common/time.js";
import type { DaySpan } from "./export-ranges.js";

/** How far a part's export has come: days that lie behind it, bytes read. */
export type PartRead = { days: number; bytes: number };
export const nothingRead: PartRead = { days: 0, bytes: 0 };

const timeKey = Buffer.from('"time":');

/**
 * Estimates how far an export has come from what streams by. Mixpanel promises no order and no length; exports come by day
 * as a rule, so the day of a chunk's last event is used, as long as days do not go back.
 */
export class ExportProgress {
  readonly #days: DaySpan;
  #bytes = 0;
  #reached = 0;
  #isInOrder = true;

  constructor(days: DaySpan) {
    this.#days = days;
  }

  push({ buffer, byteOffset, byteLength }: Uint8Array): void {
    const chunk = Buffer.from(buffer, byteOffset, byteLength);
    this.#bytes += byteLength;
    const at = chunk.lastIndexOf(timeKey);
    if (!this.#isInOrder || at < 0) return;
    const seconds = /^\s*(\d{9,11})\D/.exec(chunk.toString("latin1", at + timeKey.length, at + 24))?.[1];
    if (!seconds) return;
    // In UTC, whatever the project's zone: an estimate for a progress bar.
    const index = Math.floor((Number(seconds) * secondMs - Date.parse(this.#days.from)) / dayMs);
    if (index < this.#reached - 1) this.#isInOrder = false;
    else this.#reached = Math.max(this.#reached, index);
  }

  /** No more days than the export has: the last is done when its part is. */
  get read(): PartRead {
    const last = daysBetween(this.#days.from, this.#days.to);
    return {
      bytes: this.#bytes,
      days: this.#isInOrder ? Math.min(last, Math.max(0, this.#reached)) : 0,
    };
  }
}
