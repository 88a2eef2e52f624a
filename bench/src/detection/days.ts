import { DateTime } from "luxon";

/** `count` consecutive project days that end on `lastDay`, ascending. */
export const daysUntil = (lastDay: string, count: number): string[] => {
  const end = DateTime.fromISO(lastDay, { zone: "utc" });
  return Array.from({ length: count }, (_, i) => end.minus({ days: count - 1 - i }).toISODate()!);
};

/** Seven last days, one for each weekday, starting with Monday. */
export const lastDayPerWeekday = daysUntil("2026-10-18", 7);
export const weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
