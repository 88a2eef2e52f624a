import type { CountSeries } from "../../../contract/results.js";
import { isProjectDay } from "./check-project.js";
import { eventSpread } from "./check-streak.js";
import type { EventCounts } from "./event-counts.js";
import { expectationAt, type ProjectCounts } from "./project-counts.js";
import { weekdayIndexMinAge } from "./weekday-index.js";

const chartBar = 3.5;

/**
 * The chart of baseline and window, with the band E_t·exp(±3.5·√v), where v is that of a one-day streak.
 * @param flagged indexes of the days that the row is about, with the count its streak expected on each; null
 * to use the day's own expectation
 */
export function countSeries(
  project: ProjectCounts,
  event: EventCounts,
  threshold: number,
  flagged: ReadonlyMap<number, number | null>,
): CountSeries {
  return {
    kind: "counts",
    days: project.days.map((day, index) => {
      // A streak is compared with the level before it, so the expectations of its days add up to that of the
      // row.
      const expected = flagged.get(index) ?? expectationAt(project, event, index);
      const isKnown = Number.isFinite(expected);
      const width = isKnown
        ? Math.exp(chartBar * eventSpread(event, [project.weekdays[index]!], expected))
        : 1;
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

export const testedOf = ({ days, testedFrom }: ProjectCounts): { from: string; to: string } => ({
  from: days[testedFrom]!,
  to: days.at(-1)!,
});

/** Converts a weekday index to factors relative to Monday. */
const weekdayShape = (index: readonly number[]): number[] =>
  index.map((value) => Math.exp(value - index[0]!));
