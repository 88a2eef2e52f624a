import { type Day, dayBounds, offsetAt } from "../../data/days.js";
import { bucketOf, type Unit } from "../buckets.js";

/** A bucket's key in Insights: an instant with the zone's offset. */
export function bucketText(zone: string, day: Day, timeMs: number, unit: Unit): string {
  const offset = offsetAt(zone, timeMs);
  const bucket = bucketOf(day, timeMs + offset, unit);
  const start = bucket.length > 10 ? offset : offsetAt(zone, dayBounds(bucket, zone).start);
  return `${bucket.slice(0, 10)}T${bucket.slice(11) || "00:00:00"}${offsetText(start)}`;
}

/** First or last instant of a day, as in `date_range`. */
export function instantText(zone: string, day: Day, isEnd: boolean): string {
  const { start, end } = dayBounds(day, zone);
  return `${day}T${isEnd ? "23:59:59.999000" : "00:00:00"}${offsetText(offsetAt(zone, isEnd ? end - 1 : start))}`;
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / 60_000;
  const text = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  return `${offsetMs < 0 ? "-" : "+"}${text}`;
}
