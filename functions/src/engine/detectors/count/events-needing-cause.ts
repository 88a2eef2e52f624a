import { detectorOf } from "../../../contract/detectors.js";
import { addDays, type Day } from "../../../common/days.js";
import { checkProject } from "../../expectation/counts/check-project.js";
import { stoppedEvents } from "../stopped/stopped-rule.js";
import type { RunInput } from "../../model.js";
import { canExplainCause } from "../../cause/cause-of.js";
import { causeBaseDays, onsetDay } from "../../cause/onset-day.js";

/** An event and the days, both inclusive, whose aggregates are needed to find the cause of its change. */
export type CauseRequest = { event: string; from: Day; to: Day };

/**
 * Lists what a run with only count detectors has to export to find causes: each flagged event, for its streak
 * and the 14 days before its onset. Sorted by event; empty if the run has no detector of count changes.
 */
export function eventsNeedingCause(
  input: Pick<RunInput, "counts" | "detectors" | "lastDay">,
): CauseRequest[] {
  const selected = input.detectors.find(({ key }) => detectorOf(key).rule === "count-change");
  if (!input.counts || !selected) return [];
  const { checkBackDays, thresholdPercent } = selected.settings;
  const threshold = thresholdPercent / 100;
  const checked = checkProject(input.counts, input.lastDay, { threshold, checkBackDays });
  const { project, verdicts } = checked;
  const stopped = stoppedEvents(project);
  return verdicts
    .filter(canExplainCause)
    .filter(({ event }) => !stopped.has(event.name))
    .map(({ event, named }) => ({
      event: event.name,
      from: addDays(onsetDay(checked, event, named), -causeBaseDays),
      to: project.days[named.streak.days.at(-1)!]!,
    }))
    .sort((a, b) => (a.event < b.event ? -1 : 1));
}
