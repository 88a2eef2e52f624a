import type { DayOfHours } from "../../aggregates/model.js";
import { chanceOfSilence, isStop } from "../detectors/stopped/stopped-rule.js";
import { expectedSince, minHistoryDays } from "../expectation/counts/project-counts.js";
import { weekdayIndexMinAge } from "../expectation/counts/weekday-index.js";
import type { HoursFinding } from "./hours-finding.js";
import { clockOf } from "./hour-shares.js";
import { shareAt, type EventHours, type ProjectHours } from "./project-hours.js";

/**
 * Decides whether the last tested hours without a row are a stop, by the limits of silent days. Gaps are measured in rows
 * expected in them, so that a silent night is a small one.
 */
export function checkSilence(
  project: ProjectHours,
  event: EventHours,
  today: DayOfHours,
): HoursFinding | null {
  const start = startOfSilence(event, today);
  if (!start || event.daily.age < weekdayIndexMinAge || start.day - event.daily.start < minHistoryDays)
    return null;
  const hours = expectedFrom(project, event, today, start);
  const { expected, logChance } = chanceOfSilence(hours, event.dispersion);
  if (!isStop(logChance, expected, longestGap(event, start.day))) return null;
  const first = event.days[start.day] ?? today;
  return {
    kind: "silence",
    event: event.daily.name,
    day: first.day,
    fromHour: clockOf(first, start.hour),
    hours: hours.length,
    observed: 0,
    expected,
    logChance,
  };
}

type Place = { day: number; hour: number };

/** The first of the silent hours up to the last tested one; null if that has rows, or if hours in between aren't known. */
function startOfSilence({ days, daily }: EventHours, today: DayOfHours): Place | null {
  let start: Place | null = null;
  for (let day = days.length; day >= daily.start; day--) {
    const counts = day === days.length ? today.counts : days[day]?.counts;
    if (!counts) return null;
    for (let hour = counts.length - 1; hour >= 0; hour--) {
      if (counts[hour]! > 0) return start;
      start = { day, hour };
    }
  }
  return start;
}

/** Rows expected in each silent hour, from the level before the silence. */
function expectedFrom({ daily }: ProjectHours, event: EventHours, today: DayOfHours, start: Place): number[] {
  return [...event.days, today].slice(start.day).flatMap((hoursOfDay, i) => {
    const expected = expectedSince(daily, event.daily, start.day, start.day + i);
    const from = i === 0 ? start.hour : 0;
    return hoursOfDay!.counts
      .slice(from)
      .map((_, hour) => expected * shareAt(event, hoursOfDay!, from + hour));
  });
}

/** The most rows that were expected in a gap before a day. */
function longestGap(event: EventHours, before: number): number {
  let longest = 0;
  let current = 0;
  event.days.slice(event.daily.start, before).forEach((day, i) => {
    const expected = event.daily.expectedWithoutProject[event.daily.start + i]!;
    day?.counts.forEach((count, hour) => {
      current = count > 0 || Number.isNaN(expected) ? 0 : current + expected * shareAt(event, day, hour);
      longest = Math.max(longest, current);
    });
  });
  return longest;
}
