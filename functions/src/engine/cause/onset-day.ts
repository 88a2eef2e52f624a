import type { CountVerdicts } from "../expectation/counts/check-project.js";
import type { StreakFigures } from "../expectation/counts/check-streak.js";
import type { EventCounts } from "../expectation/counts/event-counts.js";
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
