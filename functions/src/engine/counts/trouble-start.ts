import { type EventCounts, expectationAt, type ProjectCounts } from "./project-counts.js";

/**
 * The day a change began: `from`, or earlier by the days right before it that are off the same way by at least half
 * the threshold, each against what was expected of it.
 * @param from index of a day that is known to be part of the change
 * @param earliest index of the first day that may be part of it
 * @returns index into the project's days
 */
export function troubleStart(
  project: ProjectCounts,
  event: EventCounts,
  { from, earliest, direction }: { from: number; earliest: number; direction: number },
  threshold: number,
): number {
  let start = from;
  while (start > earliest) {
    const change = event.counts[start - 1]! / expectationAt(project, event, start - 1) - 1;
    if (!(direction * change >= threshold / 2)) break;
    start--;
  }
  return start;
}
