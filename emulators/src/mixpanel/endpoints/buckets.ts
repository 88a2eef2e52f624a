import { type Day, addDays, daysBetween, weekdayOf } from "../data/days.js";
import { Failure } from "../http/failure.js";

export type Unit = "minute" | "hour" | "day" | "week" | "month";

/** @throws Failure 400 for an unknown unit */
export function unitOf(text: string | undefined): Unit {
  const units: readonly Unit[] = ["minute", "hour", "day", "week", "month"];
  const unit = units.find((known) => known === (text ?? "day"));
  if (!unit) throw new Failure(400, `Invalid unit: ${text}`);
  return unit;
}

/** The bucket's key: a day, a Monday, the first of a month, or `YYYY-MM-DD HH:MM:SS` for shorter ones. */
export function bucketOf(day: Day, wallClockMs: number, unit: Unit): string {
  switch (unit) {
    case "day":
      return day;
    case "week":
      return addDays(day, -((weekdayOf(day) + 6) % 7));
    case "month":
      return `${day.slice(0, 7)}-01`;
    case "hour":
      return `${new Date(wallClockMs).toISOString().slice(0, 13).replace("T", " ")}:00:00`;
    case "minute":
      return `${new Date(wallClockMs).toISOString().slice(0, 16).replace("T", " ")}:00`;
  }
}

/** Every bucket of the range, in no particular order, as Mixpanel sends them. */
export function seriesOf(range: { from: Day; to: Day }, unit: Unit): string[] {
  const days = daysBetween(range.from, range.to);
  const keys =
    unit === "hour"
      ? days.flatMap((day) =>
          Array.from({ length: 24 }, (_, hour) => `${day} ${String(hour).padStart(2, "0")}:00:00`),
        )
      : [...new Set(days.map((day) => bucketOf(day, Date.parse(day), unit)))];
  return [...keys.slice(Math.ceil(keys.length / 2)), ...keys.slice(0, Math.ceil(keys.length / 2))];
}
