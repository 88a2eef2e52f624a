import { levelBefore } from "../../expectation/counts/level.js";
import { noiseOf } from "../../expectation/counts/noise.js";
import { minHistoryDays, rowsAt } from "../../expectation/counts/project-counts.js";
import { weekdayIndex } from "../../expectation/counts/weekday-index.js";
import { logCount } from "../../stats/moments.js";

/** The compared days: a baseline of 28 days and the tested window. */
export type CountDays = {
  /** 0 = Monday. */
  weekdays: readonly number[];
  /** Index of the first tested day. */
  windowStart: number;
};

/**
 * Rows per day of one event, inside a segment or outside it, and what is expected from its own history, with
 * level and weekday index as for whole events. Computed lazily, since most events never need the rows outside
 * the segment.
 */
export class DailyRows {
  /** Index of the first day with rows; the number of days if there is none. */
  readonly start: number;
  /** Days of history before the window. */
  readonly age: number;
  readonly baselineRows: number;
  private past: Past | null = null;

  constructor(
    readonly counts: ArrayLike<number>,
    private readonly days: CountDays,
  ) {
    const { windowStart } = days;
    let start = 0;
    while (start < counts.length && counts[start] === 0) start++;
    this.start = start;
    this.age = Math.max(0, windowStart - start);
    let baselineRows = 0;
    for (let day = start; day < windowStart; day++) baselineRows += counts[day]!;
    this.baselineRows = baselineRows;
  }

  /** Whether a day has enough history for an expected value. */
  hasHistory(day: number): boolean {
    return day - this.start >= minHistoryDays;
  }

  /** Rows expected on `length` days from `first`, based on the level before the first one. */
  expected(first: number, length: number): number {
    const past = (this.past ??= this.learn());
    const level = this.levelOf(past, first);
    let rows = 0;
    for (let day = first; day < first + length; day++)
      rows += rowsAt(level, past.index[this.days.weekdays[day]!]!);
    return rows;
  }

  observed(first: number, length: number): number {
    let rows = 0;
    for (let day = first; day < first + length; day++) rows += this.counts[day]!;
    return rows;
  }

  /**
   * Normal variation σ of a day.
   * @param factorOf natural logarithm of what else changed the rows of a past day; by default, nothing did
   */
  noise(factorOf: (day: number) => number = () => 0): number {
    const days: { observed: number; expected: number }[] = [];
    for (let day = 0; day < this.days.windowStart; day++)
      if (this.hasHistory(day))
        days.push({ observed: this.counts[day]!, expected: this.expected(day, 1) * Math.exp(factorOf(day)) });
    return noiseOf(days, this.age);
  }

  private learn(): Past {
    const { counts, start, age } = this;
    const { weekdays, windowStart } = this.days;
    const baseline: number[] = [];
    for (let day = start; day < windowStart; day++) baseline.push(counts[day]!);
    const index = weekdayIndex(baseline, weekdays.slice(start, start + age));
    const adjusted = new Float64Array(counts.length);
    for (let day = start; day < counts.length; day++)
      adjusted[day] = logCount(counts[day]!) - index[weekdays[day]!]!;
    return { index, adjusted, levels: new Float64Array(counts.length).fill(Number.NaN) };
  }

  private levelOf({ adjusted, levels }: Past, day: number): number {
    if (Number.isNaN(levels[day])) levels[day] = levelBefore(adjusted, this.start, day, 0);
    return levels[day]!;
  }
}

/**
 * Weekday index, ln(y+½) less the weekday index per day, and level before each day (NaN: not computed yet).
 */
type Past = { index: readonly number[]; adjusted: Float64Array; levels: Float64Array };
