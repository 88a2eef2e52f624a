import { logCount } from "../../../stats/moments.js";
import type { EventCounts } from "../event-counts.js";
import type { ProjectCounts } from "../project-counts.js";
import { calendarHabit, projectCalendarHabit } from "./calendar-habit.js";
import { weekdayError } from "./weekday-habit.js";

const habitPart = 0.5;

/** The days on which an event does the same: its weekdays, or days of a month ("first days of a month"). */
export type Habit = { of: "weekdays" } | { of: "calendar"; name: string };

/**
 * Whether a streak's days have often been off in the same direction, by at least half as much: their weekdays, or the same
 * days of earlier months. If an event does the same every Monday, every other Monday, or on each first of a month, it isn't
 * a finding. `detectors/count/README.md` says why the weekday index alone doesn't prevent it.
 * @param days indexes of the streak's days
 * @param expectedByDay events expected on them
 * @param logRatio ln((C+½)/(E+½)) of the streak
 */
export function habitOf(
  project: ProjectCounts,
  event: EventCounts,
  days: readonly number[],
  expectedByDay: readonly number[],
  logRatio: number,
): Habit | null {
  const direction = Math.sign(logRatio);
  let expected = 0;
  let usual = 0;
  let habit: Habit = { of: "weekdays" };
  days.forEach((day, i) => {
    const ofWeekday = weekdayError(project, event, day, direction);
    const ofDate = calendarHabit(project, event, day, direction);
    const error = Math.max(ofWeekday, ofDate?.error ?? 0);
    if (ofDate && ofDate.error > ofWeekday) habit = { of: "calendar", name: ofDate.name };
    expected += expectedByDay[i]!;
    usual += expectedByDay[i]! * Math.exp(direction * error);
  });
  return direction * (logCount(usual) - logCount(expected)) >= habitPart * Math.abs(logRatio) ? habit : null;
}

/** The same of days on which the whole project is off: what they have in common with days of earlier months, or null. */
export function projectHabitOf(project: ProjectCounts, days: readonly number[]): string | null {
  const habits = days.map((day) => {
    const factor = project.factor[day]!;
    const habit = projectCalendarHabit(project, day, Math.sign(factor));
    return habit && habit.error >= habitPart * Math.abs(factor) ? habit.name : null;
  });
  return habits.every((name) => name !== null) ? habits[0]! : null;
}
