import { logCount } from "../../stats/moments.js";
import { noiseReach } from "./noise.js";
import type { EventCounts } from "./event-counts.js";
import { expectationAt, minHistoryDays, type ProjectCounts } from "./project-counts.js";

/** A pattern must show on this many days: in every week, or every other week, of the last 6 weeks. */
const seenOnDays = 3;
const habitPart = 0.5;

/**
 * Whether the streak's weekdays have often been off in the same direction, by at least half as much. If an event does the
 * same every Monday, or every other Monday, it isn't a finding. `detectors/count/README.md` says why the weekday index
 * alone doesn't prevent it.
 * @param days indexes of the streak's days
 * @param expectedByDay events expected on them
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
    const error = habitualError(project, event, weekday, direction);
    usual += expectedByDay[i]! * Math.exp(direction * error);
  });
  return direction * (logCount(usual) - logCount(expected)) >= habitPart * Math.abs(logRatio);
}

/**
 * How far a weekday was off in one direction on at least 3 of the baseline's last 42 days, as
 * ln((y+½)/(E+½)); or 0.
 */
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
