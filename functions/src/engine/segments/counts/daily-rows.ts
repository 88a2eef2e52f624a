import { levelBefore } from "../../counts/expectation/level.js";
import { minHistoryDays, rowsAt } from "../../counts/expectation/project-counts.js";
import { weekdayIndex } from "../../counts/expectation/weekday-index.js";
import { logCount } from "../../stats/moments.js";

/** The days that rows are compared over: a baseline of 28 days and the tested window. */
export type CountDays = {
  /** 0 = Monday. */
  weekdays: readonly number[];
  /** Index of the first tested day. */
  windowStart: number;
};

/**
 * Rows a day of one event, inside a segment or outside it, with what its own past leads to expect: level and weekday
 * index as for whole events. Levels are worked out when asked for.
 */
export class DailyRows {
  /** Index of the first day with a row; the number of days where there is none. */
  readonly start: number;
  /** Days of history before the window. */
  readonly age: number;
  readonly baselineRows: number;
  private readonly index: readonly number[];
  private readonly adjusted: Float64Array;
  private readonly levels: Float64Array;
  private readonly hasLevel: Uint8Array;

  constructor(
    readonly counts: ArrayLike<number>,
    private readonly days: CountDays,
  ) {
    const { weekdays, windowStart } = days;
    let start = 0;
    while (start < counts.length && counts[start] === 0) start++;
    this.start = start;
    this.age = Math.max(0, windowStart - start);
    const baseline: number[] = [];
    for (let day = start; day < windowStart; day++) baseline.push(counts[day]!);
    this.baselineRows = baseline.reduce((sum, count) => sum + count, 0);
    this.index = weekdayIndex(baseline, weekdays.slice(start, start + this.age));
    this.adjusted = Float64Array.from(counts, (count, day) => logCount(count) - this.index[weekdays[day]!]!);
    this.levels = new Float64Array(counts.length);
    this.hasLevel = new Uint8Array(counts.length);
  }

  /** Whether a day has enough history for anything to be expected of it. */
  hasHistory(day: number): boolean {
    return day - this.start >= minHistoryDays;
  }

  /** Rows expected on `length` days from `first`, by the level of the first one. */
  expected(first: number, length: number): number {
    const level = this.levelOf(first);
    let rows = 0;
    for (let day = first; day < first + length; day++)
      rows += rowsAt(level, this.index[this.days.weekdays[day]!]!);
    return rows;
  }

  observed(first: number, length: number): number {
    let rows = 0;
    for (let day = first; day < first + length; day++) rows += this.counts[day]!;
    return rows;
  }

  private levelOf(day: number): number {
    if (this.hasLevel[day] === 0) {
      this.levels[day] = levelBefore(this.adjusted, this.start, day);
      this.hasLevel[day] = 1;
    }
    return this.levels[day]!;
  }
}
