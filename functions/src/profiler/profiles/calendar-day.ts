import type { Day } from "../../common/days.js";
import { timeSeconds } from "../aggregates/project-days.js";

/**
 * The calendar day of a date in a profile. For a text ("2026-06-09T23:08:40"), it is the first ten characters: Mixpanel
 * writes no time zone, so none is applied. For epoch seconds or milliseconds, it is the day in UTC.
 * @returns null for anything else
 */
export function calendarDay(value: unknown): Day | null {
  if (typeof value === "number") {
    const ms = timeSeconds(value) * 1000;
    return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString().slice(0, 10) : null;
  }
  if (typeof value !== "string") return null;
  const day = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(value)?.[0];
  return day !== undefined && new Date(day).toJSON()?.startsWith(day) === true ? day : null;
}
