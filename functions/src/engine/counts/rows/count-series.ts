import type { CountSeries } from "../../../contract/results.js";
import { isProjectDay } from "../streaks/judge-project.js";
import { spreadOf } from "../streaks/judge-streak.js";
import type { EventCounts } from "../expectation/event-counts.js";
import { expectationAt, type ProjectCounts } from "../expectation/project-counts.js";
import { weekdayIndexMinAge } from "../expectation/weekday-index.js";

const chartBar = 3.5;

/**
 * Counts of baseline and window with the band E_t·exp(±3.5·√v), v for a streak of one day.
 * @param flagged days the row is about, by index, with what its streak expected; null where the day's own
 * expectation stands
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
      // A streak is held against the level before it, so that its days add up to the row's expectation.
      const expected = flagged.get(index) ?? expectationAt(project, event, index);
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

export const testedOf = ({ days, testedFrom }: ProjectCounts): { from: string; to: string } => ({
  from: days[testedFrom]!,
  to: days.at(-1)!,
});

/** A weekday index as factors relative to Monday. */
const weekdayShape = (index: readonly number[]): number[] =>
  index.map((value) => Math.exp(value - index[0]!));
