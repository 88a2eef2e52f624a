import type { CountVerdicts } from "../counts/streaks/judge-project.js";
import type { StreakFigures } from "../counts/streaks/judge-streak.js";
import type { EventCounts } from "../counts/expectation/event-counts.js";
import { onsetIndex } from "../counts/streaks/onset.js";
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
