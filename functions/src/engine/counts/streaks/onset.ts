import type { EventCounts } from "../expectation/event-counts.js";
import { expectationAt, type ProjectCounts } from "../expectation/project-counts.js";

/**
 * The day a change began: `from`, or earlier by the days right before it that are off the same way by at least half
 * the threshold, each against what was expected of it.
 * @param from index of a day that is known to be part of the change
 * @param earliest index of the first day that may be part of it
 * @returns index into the project's days
 */
export function onsetIndex(
  project: ProjectCounts,
  event: EventCounts,
  { from, earliest, direction }: { from: number; earliest: number; direction: number },
  threshold: number,
): number {
  let start = from;
  while (start > earliest && isOffBy(project, event, start - 1, direction, threshold / 2)) start--;
  return start;
}

/** Whether a day differs from what was expected of it by `share` or more, in the given direction; false where nothing is expected. */
export function isOffBy(
  project: ProjectCounts,
  event: EventCounts,
  day: number,
  direction: number,
  share: number,
): boolean {
  return direction * (event.counts[day]! / expectationAt(project, event, day) - 1) >= share;
}
