import type { CountVerdicts } from "../counts/judge-project.js";
import type { RunFigures } from "../counts/judge-run.js";
import type { EventCounts } from "../counts/project-counts.js";
import { troubleStart } from "../counts/trouble-start.js";
import type { Day } from "../model.js";

export const causeBaseDays = 14;
/** Rows a change needs before its origin can be told. */
export const minChangedRows = 50;

/**
 * The day the trouble began, at the earliest the first of the window: the days that a run is compared with must
 * not be part of it.
 */
export function troubleDay(
  { project, settings }: CountVerdicts,
  event: EventCounts,
  { run, direction }: RunFigures,
): Day {
  const place = { from: run.days[0]!, earliest: project.windowStart, direction };
  return project.days[troubleStart(project, event, place, settings.threshold)]!;
}
