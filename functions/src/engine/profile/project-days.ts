import { addDays } from "../days.js";
import type { Day } from "../model.js";

const quarterMs = 900_000;

/** How `time` of an export reads: real UTC, or the project's wall clock written as if it were UTC (projects from before 2023). */
export type Era = "utc" | "projectTime";

/**
 * The first instant of a day in a time zone, epoch seconds. Right on days of 23 and 25 hours and where
 * midnight does not exist; zones change on quarter hours only.
 * @throws RangeError for an unknown time zone
 */
export function dayStart(day: Day, timeZone: string): number {
  const localDay = localDayIn(timeZone);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let before = midnight - 16 * 3_600_000;
  let after = midnight + 16 * 3_600_000;
  while (after - before > quarterMs) {
    const middle = before + Math.floor((after - before) / quarterMs / 2) * quarterMs;
    if (localDay(middle) >= day) after = middle;
    else before = middle;
  }
  return after / 1000;
}

/** Every day from `from` to `to`, both included. */
export function dayRange(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Tells to which of a range of project days a `time` belongs. */
export class DayClock {
  readonly days: readonly Day[];
  /** First second of each day, and of the day after the last. */
  readonly #starts: Float64Array;
  #current = 0;

  constructor(range: { from: Day; to: Day }, era: Era, timeZone: string) {
    this.days = dayRange(range.from, range.to);
    if (this.days.length === 0) throw new RangeError(`no day from ${range.from} to ${range.to}`);
    this.#starts = Float64Array.from([...this.days, addDays(range.to, 1)], (day) =>
      era === "projectTime" ? Date.parse(`${day}T00:00:00Z`) / 1000 : dayStart(day, timeZone),
    );
  }

  /** Index of the day, or −1 when it is none of these. */
  indexOf(seconds: number): number {
    const starts = this.#starts;
    const current = this.#current;
    if (seconds >= starts[current]! && seconds < starts[current + 1]!) return current;
    let low = 0;
    let high = starts.length - 1;
    if (!(seconds >= starts[low]! && seconds < starts[high]!)) return -1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (seconds >= starts[middle]!) low = middle;
      else high = middle;
    }
    this.#current = low;
    return low;
  }
}

/** `time` in seconds; exports asked for with `time_in_ms` are told by their size (10¹¹ s is the year 5138). */
export const timeSeconds = (time: number): number => (Math.abs(time) >= 1e11 ? time / 1000 : time);

function localDayIn(timeZone: string): (ms: number) => Day {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (ms) => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    return `${parts.year}-${parts.month}-${parts.day}`;
  };
}
