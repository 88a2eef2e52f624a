import { DateTime } from "luxon";

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

const DAY_MS = 86_400_000;

const indexes = new Map<Day, number>();

/** Days since 1970-01-01. */
export function dayIndex(day: Day): number {
  let index = indexes.get(day);
  if (index === undefined) {
    index = Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
    indexes.set(day, index);
  }
  return index;
}

const dayAt = (index: number): Day => new Date(index * DAY_MS).toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => dayAt(dayIndex(day) + days);

/** 0 = Sunday … 6 = Saturday. */
export const weekdayOf = (day: Day): number => (dayIndex(day) + 4) % 7;

/** Both ends included; empty when `to` is before `from`. */
export function daysBetween(from: Day, to: Day): Day[] {
  const first = dayIndex(from);
  const length = Math.max(0, dayIndex(to) - first + 1);
  return Array.from({ length }, (_, i) => dayAt(first + i));
}

/** The day in `zone` at an instant. */
export const dayIn = (zone: string, instantMs: number): Day =>
  DateTime.fromMillis(instantMs, { zone }).toISODate() as Day;

const bounds = new Map<string, { start: number; end: number }>();

/** First millisecond of the day and of the next one in `zone`; 23 or 25 hours apart on clock changes. */
export function dayBounds(day: Day, zone: string): { start: number; end: number } {
  const key = `${zone}/${day}`;
  let found = bounds.get(key);
  if (!found) {
    const start = DateTime.fromISO(day, { zone });
    found = { start: start.toMillis(), end: start.plus({ days: 1 }).toMillis() };
    bounds.set(key, found);
  }
  return found;
}

/** The first millisecond of each hour of a day in `zone`: 23 or 25 on clock changes. */
export function hoursOf(day: Day, zone: string): number[] {
  const { start, end } = dayBounds(day, zone);
  return Array.from({ length: Math.ceil((end - start) / 3_600_000) }, (_, hour) => start + hour * 3_600_000);
}

/** An hour as a key of hourly counts: `2026-11-18T14:00:00-05:00`, or `2026-11-18 14:00:00` without the offset. */
export const hourKey = (startMs: number, zone: string, hasOffset: boolean): string =>
  DateTime.fromMillis(startMs, { zone }).toFormat(
    hasOffset ? "yyyy-MM-dd'T'HH:mm:ssZZ" : "yyyy-MM-dd HH:mm:ss",
  );

/** Offset of `zone` from UTC at an instant, in ms: add it to get the wall clock as if it were UTC. */
const offsetAt = (zone: string, instantMs: number): number =>
  DateTime.fromMillis(instantMs, { zone }).offset * 60_000;

/**
 * Returns a function for the offset to add to instants of a day. It is looked up for each instant only on
 * days of a clock change.
 */
export function wallClockShift(day: Day, zone: string): (instantMs: number) => number {
  const key = `${zone}/${day}`;
  let found = shifts.get(key);
  if (!found) {
    const { start, end } = dayBounds(day, zone);
    const offset = offsetAt(zone, start);
    const isSteady = offset === offsetAt(zone, end - 1);
    found = isSteady ? () => offset : (instantMs) => offsetAt(zone, instantMs);
    shifts.set(key, found);
  }
  return found;
}

const shifts = new Map<string, (instantMs: number) => number>();

/** True for a real calendar date written `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: "utc" }).isValid;
