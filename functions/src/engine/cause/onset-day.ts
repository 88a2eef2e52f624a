import type { CountVerdicts } from "../counts/streaks/judge-project.js";
import type { StreakFigures } from "../counts/streaks/judge-streak.js";
import type { EventCounts } from "../counts/expectation/event-counts.js";
import { onsetIndex } from "../counts/streaks/onset.js";
import type { Day } from "../model.js";

export const causeBaseDays = 14;

/**
 * The onset of a change, at the earliest the first of the window: the days that a streak is compared with must
 * not be part of it.
 */
export function onsetDay(
  { project, settings }: CountVerdicts,
  event: EventCounts,
  { streak, direction }: StreakFigures,
): Day {
  const place = { from: streak.days[0]!, earliest: project.testedFrom, direction };
  return project.days[onsetIndex(project, event, place, settings.threshold)]!;
}
