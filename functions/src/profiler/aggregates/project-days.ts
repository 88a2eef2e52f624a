import { addDays, type Day, dayRange } from "../../common/days.js";

const quarterMs = 900_000;

/**
 * Basis of `time` in an export: UTC, or the project's local time written as if it were UTC (projects from before
 * 2023).
 */
export type ExportTimeBasis = "utc" | "projectTime";

/**
 * The first second of a day in a time zone, as epoch seconds. Correct on days of 23 and 25 hours and if midnight does
 * not exist. Assumes that the offset changes only on quarter hours.
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

/**
 * The days of a range, and the first second of each and of the day after the last, in the same basis as `time`.
 * @throws RangeError when the range has no day, or for an unknown time zone
 */
export function projectDays(
  range: { from: Day; to: Day },
  exportTimeBasis: ExportTimeBasis,
  timeZone: string,
): { days: readonly Day[]; starts: Float64Array } {
  const days = dayRange(range.from, range.to);
  if (days.length === 0) throw new RangeError(`no day from ${range.from} to ${range.to}`);
  const starts = Float64Array.from([...days, addDays(range.to, 1)], (day) =>
    exportTimeBasis === "projectTime" ? Date.parse(`${day}T00:00:00Z`) / 1000 : dayStart(day, timeZone),
  );
  return { days, starts };
}

/** `time` in seconds; milliseconds (exports with `time_in_ms`) are recognized by their size, since 10¹¹ s is the year 5138. */
export const timeSeconds = (time: number): number => (Math.abs(time) >= 1e11 ? time / 1000 : time);

/** Formats by time zone. Cached because creating one takes a millisecond. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    formats.set(timeZone, format);
  }
  return format;
}

function localDayIn(timeZone: string): (ms: number) => Day {
  const format = formatIn(timeZone);
  return (ms) => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    return `${parts.year}-${parts.month}-${parts.day}`;
  };
}
