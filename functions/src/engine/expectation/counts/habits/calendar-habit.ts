import { daysBetween, type Day, weekdayOf } from "../../../../common/days.js";
import { logCount } from "../../../stats/moments.js";
import { median } from "../../../stats/robust.js";
import type { EventCounts } from "../event-counts.js";
import type { ProjectCounts } from "../project-counts.js";
import { minFactorEvents, minFactorExpected } from "../project-factor.js";
import { aroundDays, sameDaysBefore } from "./calendar-days.js";

/** A pattern must show on this many of the last 4 such days. */
const seenOnDays = 3;
const fewestAround = 14;

/** By how much a day was off its usual count, and the days that did the same: "first days of a month". */
export type CalendarHabit = { error: number; name: string };

/**
 * How far an event was off in one direction on at least 3 of the last 4 days that are the same in their month, as
 * ln((y+½)/(E+½)) without the project trend of that day; null if it wasn't, or if these days aren't known.
 * @param day index of a day
 */
export const calendarHabit = (
  project: ProjectCounts,
  event: EventCounts,
  day: number,
  direction: number,
): CalendarHabit | null =>
  habitBy(project.days[day]!, direction, (before) => {
    const error = errorOn(project, event, before);
    return error && error.value - projectErrorOn(project, before);
  });

/** The same of the whole project. */
export const projectCalendarHabit = (
  project: ProjectCounts,
  day: number,
  direction: number,
): CalendarHabit | null =>
  habitBy(project.days[day]!, direction, (before) => projectErrorOn(project, before));

function habitBy(
  day: Day,
  direction: number,
  errorBefore: (day: Day) => number | null,
): CalendarHabit | null {
  const habits = sameDaysBefore(day).map(({ name, days }) => {
    const errors = days.flatMap((before) => errorBefore(before) ?? []).map((error) => direction * error);
    return { name, error: errors.sort((a, b) => b - a)[seenOnDays - 1] ?? 0 };
  });
  const largest = habits.reduce<CalendarHabit | null>((a, b) => (a && a.error >= b.error ? a : b), null);
  return largest && largest.error > 0 ? largest : null;
}

/**
 * ln((y+½)/(E+½)) of a day of the whole history, where E is the median of the days around it, adjusted by their weekdays;
 * null if too few of them are known.
 */
function errorOn(
  { history }: ProjectCounts,
  { name, weekdayIndex }: EventCounts,
  day: Day,
): { value: number; expected: number } | null {
  const counts = history.events.get(name)!;
  const at = daysBetween(history.days[0]!, day);
  const first = Math.max(
    at - aroundDays,
    counts.findIndex((count) => count > 0),
  );
  const weekday = weekdayOf(day);
  const adjusted = (i: number) => logCount(counts[i]!) - weekdayIndex[(weekday + i - at + 70) % 7]!;
  const around: number[] = [];
  for (let i = first; i <= at + aroundDays && i < counts.length; i++) if (i !== at) around.push(adjusted(i));
  if (at < first || around.length < fewestAround) return null;
  const usual = median(around);
  return { value: adjusted(at) - usual, expected: Math.exp(usual + weekdayIndex[weekday]!) - 0.5 };
}

const cache = new WeakMap<ProjectCounts, Map<Day, number>>();

/** Median error of the events that come often enough, like the project trend; 0 if there are too few of them. */
function projectErrorOn(project: ProjectCounts, day: Day): number {
  const perDay = cache.get(project) ?? new Map<Day, number>();
  cache.set(project, perDay);
  const known = perDay.get(day);
  if (known !== undefined) return known;
  const errors = project.events.flatMap((event) => {
    const error = errorOn(project, event, day);
    return error && error.expected >= minFactorExpected ? error.value : [];
  });
  const error = errors.length < minFactorEvents ? 0 : median(errors);
  perDay.set(day, error);
  return error;
}
