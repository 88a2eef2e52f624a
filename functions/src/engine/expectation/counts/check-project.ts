import type { AnnotatedCounts } from "../../model.js";
import type { Day } from "../../../common/days.js";
import { type CountSettings, type CountVerdict, checkEvent } from "./check-event.js";
import { type ProjectCounts, projectCounts } from "./project-counts.js";

export type CountVerdicts = {
  project: ProjectCounts;
  settings: CountSettings;
  /** In the order of the project's events. */
  verdicts: readonly CountVerdict[];
};

const cache = new WeakMap<ProjectCounts, Map<number, CountVerdicts>>();

/**
 * Checks every event of a project. Cached per threshold, since rows, causes and the export for causes all
 * need the verdicts.
 */
export function checkProject(history: AnnotatedCounts, lastDay: Day, settings: CountSettings): CountVerdicts {
  const project = projectCounts(history, lastDay, settings.checkBackDays);
  const perThreshold = cache.get(project) ?? new Map<number, CountVerdicts>();
  cache.set(project, perThreshold);
  const known = perThreshold.get(settings.threshold);
  if (known) return known;
  const tested = testedDays(project, settings.threshold);
  const verdicts = project.events.map((event) => checkEvent(project, event, tested, settings));
  const checked = { project, settings, verdicts };
  perThreshold.set(settings.threshold, checked);
  return checked;
}

/** Whether the whole project changed by the threshold or more. Such days are reported once, as one row. */
export function isProjectDay(project: ProjectCounts, day: number, threshold: number): boolean {
  return Math.abs(Math.expm1(project.factor[day]!)) >= threshold;
}

/** Indexes of the window's days on which single events are checked: all but the project days. */
export function testedDays(project: ProjectCounts, threshold: number): number[] {
  const window = project.days.map((_, day) => day).slice(project.testedFrom);
  return window.filter((day) => !isProjectDay(project, day, threshold));
}
