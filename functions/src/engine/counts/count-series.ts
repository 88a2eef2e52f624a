import type { CountSeries } from "../../contract/results.js";
import { isProjectDay } from "./judge-project.js";
import { spreadOf } from "./judge-run.js";
import { type EventCounts, expectationAt, type ProjectCounts } from "./project-counts.js";
import { weekdayIndexMinAge } from "./weekday-index.js";

const chartBar = 3.5;

/**
 * Counts of baseline and window with the band E_t·exp(±3.5·√v), v for a run of one day.
 * @param flagged indexes of the days the row is about
 */
export function countSeries(
  project: ProjectCounts,
  event: EventCounts,
  threshold: number,
  flagged: ReadonlySet<number>,
): CountSeries {
  return {
    kind: "counts",
    days: project.days.map((day, index) => {
      const expected = expectationAt(project, event, index);
      const isKnown = Number.isFinite(expected);
      const width = isKnown ? Math.exp(chartBar * spreadOf(event.sigma, 1, expected)) : 1;
      return {
        day,
        observed: event.counts[index]!,
        expected: isKnown ? expected : null,
        low: isKnown ? expected / width : null,
        high: isKnown ? expected * width : null,
        projectChange: Math.expm1(project.factor[index]!),
        isProjectDay: isProjectDay(project, index, threshold),
        isFlagged: flagged.has(index),
      };
    }),
    tested: testedOf(project),
    weekdayShape: event.age < weekdayIndexMinAge ? null : weekdayShape(event.weekdayIndex),
  };
}

export const testedOf = ({ days, windowStart }: ProjectCounts): { from: string; to: string } => ({
  from: days[windowStart]!,
  to: days.at(-1)!,
});

/** A weekday index as factors relative to Monday. */
const weekdayShape = (index: readonly number[]): number[] =>
  index.map((value) => Math.exp(value - index[0]!));
