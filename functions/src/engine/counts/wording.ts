import { addDays, daysBetween } from "../days.js";
import type { Day } from "../model.js";
import { isZeroBaseline } from "../result-row.js";
import { percentNumber, shortDate, wholeNumber } from "../shares/wording.js";

/** "+23%" or "−51%" of a relative change. */
export function signedPercent(change: number): string {
  const digits = percentNumber(change);
  return change > 0 && digits !== "0" ? `+${digits}%` : `${digits}%`;
}

/** "+23%" of C against E, or what to say when there is nothing to divide by. */
export function changeText(observed: number, expected: number): string {
  return isZeroBaseline(expected) ? "baseline 0" : signedPercent(observed / expected - 1);
}

/** "2,510", and with one decimal below 10, where a rounded expectation would mislead. */
export function expectedText(expected: number): string {
  return expected < 10 ? expected.toFixed(1) : wholeNumber(expected);
}

/** "1 row", "1,240 rows". */
export const rowsText = (rows: number): string => `${wholeNumber(rows)} ${rows === 1 ? "row" : "rows"}`;

/** "1 day", "3 days". */
export const daysText = (days: number): string => `${days} ${days === 1 ? "day" : "days"}`;

/**
 * "on the last 2 days", "on Oct 9", "on Oct 9–11": the days of a run, ascending.
 * @param lastDay the last tested day
 */
export function onDays(days: readonly Day[], lastDay: Day): string {
  const first = days[0]!;
  const last = days.at(-1)!;
  if (days.length === 1) return last === lastDay ? "on the last day" : `on ${shortDate(last)}`;
  if (daysBetween(first, last) !== days.length - 1)
    return `on the ${days.length} judged days of ${shortDate(first)}\u2013${endOf(first, last)}`;
  return last === lastDay
    ? `on the last ${days.length} days`
    : `on ${shortDate(first)}\u2013${endOf(first, last)}`;
}

/** "Oct 12", the day after. */
export const dayAfter = (day: Day): string => shortDate(addDays(day, 1));

const endOf = (first: Day, last: Day): string =>
  first.slice(0, 7) === last.slice(0, 7) ? String(Number(last.slice(8))) : shortDate(last);
