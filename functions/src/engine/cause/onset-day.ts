import type { AggregateReader } from "../../aggregates/model.js";
import type { CountVerdicts } from "../expectation/counts/check-project.js";
import type { StreakFigures } from "../expectation/counts/check-streak.js";
import type { EventCounts } from "../expectation/counts/event-counts.js";
import type { ProjectCounts } from "../expectation/counts/project-counts.js";
import { onsetIndex } from "../expectation/counts/onset.js";
import type { Day } from "../../common/days.js";

export const causeBaseDays = 14;

/**
 * The onset of a change, at the earliest the first tested day. The base ends before it: it must not include
 * bad days.
 */
export function onsetDay(
  { project, settings }: CountVerdicts,
  event: EventCounts,
  { streak, direction }: StreakFigures,
): Day {
  const place = { from: streak.days[0]!, earliest: project.testedFrom, direction };
  return project.days[onsetIndex(project, event, place, settings.threshold)]!;
}

/** Indexes in the aggregates of the 14 days before one of the project's, as far as they were read. @param earliest an index too */
export const baseBefore = (
  { days }: ProjectCounts,
  day: number,
  aggregates: AggregateReader,
  earliest = 0,
): number[] =>
  days
    .slice(Math.max(0, earliest, day - causeBaseDays), day)
    .map((one) => aggregates.days.indexOf(one))
    .filter((index) => index >= 0);
