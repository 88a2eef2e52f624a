import { logCount } from "../../stats/moments.js";
import { noiseReach } from "../expectation/noise.js";
import type { EventCounts } from "../expectation/event-counts.js";
import { expectationAt, minHistoryDays, type ProjectCounts } from "../expectation/project-counts.js";
import { weekdayIndexMinAge } from "../expectation/weekday-index.js";

/** A habit was seen on this many days: of the last 6 weeks every week, or every other one. */
const seenOnDays = 3;
const habitPart = 0.5;

/**
 * Whether a streak's days are off in the way that their weekdays often are, by at least half as much: what an event does
 * every Monday, or every other one, is no news on this one. The weekday index cannot know it: it is drawn towards 0,
 * since it comes from few days, which leaves a factor of two for an event that comes on Mondays alone. An event too
 * young to have one is off as the weekdays of the project's other events are: its first weekend is no news either.
 * @param days indexes of the streak's days
 * @param expectedByDay rows expected on them
 * @param logRatio ln((C+½)/(E+½)) of the streak
 */
export function isWeekdayHabit(
  project: ProjectCounts,
  event: EventCounts,
  days: readonly number[],
  expectedByDay: readonly number[],
  logRatio: number,
): boolean {
  const direction = Math.sign(logRatio);
  let expected = 0;
  let usual = 0;
  days.forEach((day, i) => {
    expected += expectedByDay[i]!;
    const weekday = project.weekdays[day]!;
    const error =
      event.age < weekdayIndexMinAge
        ? Math.max(0, direction * project.weekdayIndex[weekday]!)
        : habitualError(project, event, weekday, direction);
    usual += expectedByDay[i]! * Math.exp(direction * error);
  });
  return direction * (logCount(usual) - logCount(expected)) >= habitPart * Math.abs(logRatio);
}

/** How far a weekday was off in one direction, ln((y+½)/(E+½)), on at least 3 of the last 42 days of the baseline. */
function habitualError(
  project: ProjectCounts,
  event: EventCounts,
  weekday: number,
  direction: number,
): number {
  const errors: number[] = [];
  const from = Math.max(event.start + minHistoryDays, project.testedFrom - noiseReach);
  for (let day = from; day < project.testedFrom; day++) {
    if (project.weekdays[day] !== weekday) continue;
    errors.push(direction * (logCount(event.counts[day]!) - logCount(expectationAt(project, event, day))));
  }
  return Math.max(0, errors.sort((a, b) => b - a)[seenOnDays - 1] ?? 0);
}
