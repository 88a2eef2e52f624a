import { changeOfCounts, countText, percentText as percentOf } from "../../contract/findings/figures.js";
import { addDays, daysBetween, type Day } from "../../common/days.js";
import { isZeroBaseline } from "../result-row.js";
import { percentOfShare, shortDate } from "./figures.js";

/** "+23%" or "−51%" of a relative change. */
export function signedPercent(change: number): string {
  const digits = percentOfShare(change);
  return change > 0 && digits !== "0" ? `+${digits}%` : `${digits}%`;
}

/** "+23%": the change from expected to observed, or "baseline 0" if there is nothing to divide by. */
export function changeText(observed: number, expected: number): string {
  return isZeroBaseline(expected) ? "baseline 0" : signedPercent(observed / toTenths(expected) - 1);
}

/** "2,510", from the figure in the row's cell; with one decimal below 10, where a rounded expectation would mislead. */
export const expectedText = (expected: number): string => countText(toTenths(expected));

/**
 * "in the last 2 days", "on Oct 9", "on Oct 9–11": the days of a streak.
 * @param days ascending, at least one
 * @param lastDay the last tested day
 */
export function onDays(days: readonly Day[], lastDay: Day): string {
  const first = days[0]!;
  const last = days.at(-1)!;
  if (days.length === 1) return last === lastDay ? "on the last day" : `on ${shortDate(last)}`;
  if (daysBetween(first, last) !== days.length - 1)
    return `on the ${days.length} checked days of ${shortDate(first)}\u2013${endOf(first, last)}`;
  return last === lastDay
    ? `in the last ${days.length} days`
    : `on ${shortDate(first)}\u2013${endOf(first, last)}`;
}

/** "Oct 12": the day after `day`. */
export const dayAfter = (day: Day): string => shortDate(addDays(day, 1));

const endOf = (first: Day, last: Day): string =>
  first.slice(0, 7) === last.slice(0, 7) ? String(Number(last.slice(8))) : shortDate(last);

/** "60% below the expected 3,108", "as many as the expected 3,108", "where none were expected". */
export function againstExpected(observed: number, expected: number): string {
  const change = changeOfCounts(observed, toTenths(expected));
  if (change === null) return "where none were expected";
  const share = percentOf(Math.abs(change));
  if (share === "0%") return `as many as the expected ${expectedText(expected)}`;
  return `${share} ${change < 0 ? "below" : "above"} the expected ${expectedText(expected)}`;
}

/** "by at least half as much, on at least 3 of the last 4 first days of a month". @param name of the days, in the plural */
export const sameDaysText = (name: string): string =>
  `by at least half as much, on at least 3 of the last 4 ${name}`;

/** "the last 2 days", "Oct 9", "Oct 9–11": the days of a streak as the subject of a sentence. */
export const theDays = (days: readonly Day[], lastDay: Day): string =>
  onDays(days, lastDay).replace(/^(on|in) /, "");

/** Added to a finding that rests on the newest day alone. */
export const lateDataText = "Late data may still fill this in; the next run will confirm.";

/** Rounds like the row's cells. */
export const toTenths = (value: number): number => Math.round(10 * value) / 10;
