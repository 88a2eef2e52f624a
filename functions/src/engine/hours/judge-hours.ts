import type { DayOfHours } from "../../aggregates/model.js";
import { checkChange, checkProjectChange } from "./changed-hours.js";
import type { HoursFinding } from "./hours-finding.js";
import { latenessDays, type Lateness } from "./lateness.js";
import { projectHours, type HourHistory } from "./project-hours.js";
import { checkSilence, foldSilences } from "./silent-hours.js";
import { hoursOfToday } from "./today.js";

export type HoursInput = {
  history: HourHistory;
  /** Per event, the hours of today that are complete and at least 2 hours old; as many for every event. */
  today: ReadonlyMap<string, DayOfHours>;
  /** Drops and spikes need a week of it. */
  lateness: Lateness | null;
  /** The smallest drop or spike, as a share; null if only silence is checked. */
  threshold: number | null;
};

/** Findings of the hours of today, at most one per event. Pure: the same hours give the same findings. */
export function judgeHours({ history, today: hours, lateness, threshold }: HoursInput): HoursFinding[] {
  const [first] = hours.values();
  if (!first || first.counts.length === 0) return [];
  const today = hoursOfToday(projectHours(history, first.day), hours, lateness);
  const silences = today.events.flatMap((event) => checkSilence(today, event) ?? []);
  const silent = new Set(silences.map(({ event }) => event));
  const findings = foldSilences(today, silences);
  if (threshold === null || !lateness || lateness.days < latenessDays) return findings;
  const isSilent = findings.some(({ event }) => event === null);
  const ofProject = isSilent ? null : checkProjectChange(today, threshold);
  const isTold = isSilent || ofProject !== null;
  return [
    ...findings,
    ...(ofProject ? [ofProject] : []),
    ...today.events
      .filter(({ event }) => !silent.has(event.daily.name))
      .flatMap((event) => checkChange(today, event, threshold, isTold) ?? []),
  ];
}
