import { DateTime } from "luxon";
import type { RouteInput } from "../../contract/channels/routes.js";
import { toInstant } from "../../common/time.js";

/**
 * When a route sends a change that happened at `at`.
 * @returns the instant; null for immediately
 */
export function dueTime(
  { timing, timeZone, quietHours }: Pick<RouteInput, "timing" | "timeZone" | "quietHours">,
  at: string,
): string | null {
  const local = DateTime.fromISO(at, { zone: timeZone });
  if (timing.kind === "now") {
    if (quietHours === null || !isWithin(local.hour, quietHours)) return null;
    return instantOf(nextHour(local, quietHours.to));
  }
  const next = nextHour(local, timing.hour);
  if (timing.kind === "daily") return instantOf(next);
  const days = (timing.weekday - next.weekday + 7) % 7;
  return instantOf(next.plus({ days }).set({ hour: timing.hour }));
}

/** Quiet hours may span midnight. */
const isWithin = (hour: number, { from, to }: { from: number; to: number }): boolean =>
  from < to ? hour >= from && hour < to : hour >= from || hour < to;

/** The first time after `local` when local clocks show this full hour. */
function nextHour(local: DateTime, hour: number): DateTime {
  const today = local.startOf("day").set({ hour });
  return today > local ? today : local.startOf("day").plus({ days: 1 }).set({ hour });
}

const instantOf = (time: DateTime): string => toInstant(time.toJSDate());
