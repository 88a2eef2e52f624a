import { DateTime } from "luxon";
import type { Day } from "./days.js";
import { hourMs } from "./time.js";

/** The first millisecond of each hour of a day in a time zone: 24, or 23 or 25 when the clock changes. */
export function hoursOf(day: Day, timeZone: string): number[] {
  const start = DateTime.fromISO(day, { zone: timeZone });
  const end = start.plus({ days: 1 }).startOf("day").toMillis();
  const hours: number[] = [];
  for (let at = start.toMillis(); at < end; at += hourMs) hours.push(at);
  return hours;
}

/** "14:00"; midnight is "24:00", the end of a day. */
export const clockText = (at: number, timeZone: string): string => {
  const text = DateTime.fromMillis(at, { zone: timeZone }).toFormat("HH:mm");
  return text === "00:00" ? "24:00" : text;
};

/** The hour, 0 to 23, that the clock shows at an instant. */
export const clockOf = (at: number, timeZone: string): number =>
  DateTime.fromMillis(at, { zone: timeZone }).hour;

/** The instant at which an hour of a day ("14:00") starts; the first of two. Null if the clock skips it. */
export const startOfHour = (day: Day, hour: string, timeZone: string): number | null =>
  hoursOf(day, timeZone).find((at) => clockOf(at, timeZone) === Number(hour.slice(0, 2))) ?? null;

/**
 * Positions of the hours that start while the clock shows this hour: two if it shows it twice, else one.
 * @param clocks hours that the clock shows on the day, in order
 */
export function hourOfClock(clocks: readonly number[], clock: number): number[] {
  const same = clocks.flatMap((hour, place) => (hour === clock ? [place] : []));
  return same.length > 0
    ? same
    : [
        Math.max(
          0,
          clocks.findLastIndex((hour) => hour < clock),
        ),
      ];
}
