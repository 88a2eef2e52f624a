import { daysText } from "@contract/findings/days";
import { formatProjectDay, shortWeekdays } from "@/lib/format";

const dayMs = 86_400_000;

/** Weekday of a project day; 0 is Monday. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** 'Wed'. */
const shortWeekday = (day: string): string => shortWeekdays[weekdayOf(day)] ?? "";
/** 'Wed, Nov 18, 2026'. */
export const dayTitle = (day: string): string => `${shortWeekday(day)}, ${formatProjectDay(day)}`;
/** 'W', shown under a chart. */
export const weekdayLetter = (day: string): string => shortWeekday(day).slice(0, 1);
export const isMonday = (day: string): boolean => weekdayOf(day) === 0;
export const isWeekend = (day: string): boolean => weekdayOf(day) >= 5;

/** Number of days from `from` to `to`, both included. */
export const daysCounted = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** The day `count` days after `day`, or before it if `count` is negative. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);

/** '8 weeks' if it is a whole number of weeks, else '17 days'. */
export const spanText = (days: number): string =>
  days > 7 && days % 7 === 0 ? `${days / 7} weeks` : daysText(days);
