import type { EventCounts } from "./event-counts.js";
import { expectationAt, type ProjectCounts } from "./project-counts.js";

/**
 * Finds the day on which a change began: `from`, or the first of the days right before it that are each off
 * their expected count in the same direction by at least half the threshold.
 * @param from index of a day that is known to be part of the change
 * @param earliest index of the first day that may be part of it
 * @returns an index into the project's days
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

/** Whether a day is off its expected count by `share` or more in a direction; false without an expectation. */
export function isOffBy(
  project: ProjectCounts,
  event: EventCounts,
  day: number,
  direction: number,
  share: number,
): boolean {
  return direction * (event.counts[day]! / expectationAt(project, event, day) - 1) >= share;
}
