import { logCount } from "../../../stats/moments.js";
import { noiseReach } from "../noise.js";
import type { EventCounts } from "../event-counts.js";
import { expectationAt, minHistoryDays, type ProjectCounts } from "../project-counts.js";

/** A pattern must show on this many days: in every week, or every other week, of the last 6 weeks. */
const seenOnDays = 3;

/**
 * How far a day's weekday was off in one direction on at least 3 of the baseline's last 42 days, as
 * ln((y+½)/(E+½)); or 0.
 * @param tested index of a day
 */
export function weekdayError(
  project: ProjectCounts,
  event: EventCounts,
  tested: number,
  direction: number,
): number {
  const errors: number[] = [];
  const from = Math.max(event.start + minHistoryDays, project.testedFrom - noiseReach);
  for (let day = from; day < project.testedFrom; day++) {
    if (event.leftOut?.has(day) || project.weekdays[day] !== project.weekdays[tested]) continue;
    errors.push(direction * (logCount(event.counts[day]!) - logCount(expectationAt(project, event, day))));
  }
  return Math.max(0, errors.sort((a, b) => b - a)[seenOnDays - 1] ?? 0);
}
