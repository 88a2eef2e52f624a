import type { RunFigures } from "../counts/judge-run.js";
import { type EventCounts, expectationAt, type ProjectCounts } from "../counts/project-counts.js";

export const causeBaseDays = 14;
/** Rows a change needs before its origin can be told. */
export const minChangedRows = 50;

/**
 * The day the trouble began: the run's first, or earlier by the days of the window right before it that are off the
 * same way by at least half the threshold; the days it is compared with must not be part of it.
 * @returns index into the project's days
 */
export function troubleStart(
  project: ProjectCounts,
  event: EventCounts,
  { run, direction }: RunFigures,
  threshold: number,
): number {
  let start = run.days[0]!;
  while (start > project.windowStart) {
    const expected = expectationAt(project, event, start - 1);
    const change = event.counts[start - 1]! / expected - 1;
    if (!(direction * change >= threshold / 2)) break;
    start--;
  }
  return start;
}
