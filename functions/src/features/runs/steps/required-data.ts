import { detectorOf, type SelectedDetector } from "../../../contract/detectors.js";
import type { DetectorNeed } from "../../../contract/detectors/descriptor.js";
import { addDays } from "../../../engine/days.js";
import { dayIn } from "../../../common/time.js";
import type { DaySpan } from "../exports/export-ranges.js";

export type RequiredData = {
  lastDay: string;
  aggregateDays: DaySpan | null;
  counts: "query" | "aggregates" | null;
  countDays: DaySpan | null;
  profiles: boolean;
};

const needsOf = (selected: readonly SelectedDetector[]): ReadonlySet<DetectorNeed> =>
  new Set(selected.map(({ key }) => detectorOf(key).needs));

/** The last complete day in the project's time zone. */
export const lastCompleteDay = (timeZone: string, now: Date): string => addDays(dayIn(timeZone, now), -1);

/** What the detectors of a setup need to be given, and no more. */
export function requiredData(
  selected: readonly SelectedDetector[],
  {
    lastDay,
    queryApi,
    historyDays = null,
  }: { lastDay: string; queryApi: boolean; historyDays?: number | null },
): RequiredData {
  const needs = needsOf(selected);
  const reach = reachOf(historyDays);
  const span = (days: number): DaySpan => ({
    from: addDays(lastDay, 1 - Math.min(days, reach)),
    to: lastDay,
  });
  const counts = needs.has("counts") ? (queryApi ? "query" : "aggregates") : null;
  const countDays = daysOf(selected, "counts");
  const exported = Math.max(daysOf(selected, "event-properties"), counts === "aggregates" ? countDays : 0);
  return {
    lastDay,
    aggregateDays: exported > 0 ? span(exported) : null,
    counts,
    countDays: countDays > 0 ? span(countDays) : null,
    profiles: needs.has("profiles"),
  };
}

/**
 * Complete days that a plan with so many days of history gives access to. One is today, and exports begin a day early
 * where they are in UTC.
 */
const reachOf = (historyDays: number | null): number =>
  historyDays === null ? Infinity : Math.max(1, historyDays - 1);

/** Whether a plan's history is shorter than what the detectors of a setup compare with. */
export const isHistoryShort = (selected: readonly SelectedDetector[], historyDays: number | null): boolean =>
  Math.max(daysOf(selected, "counts"), daysOf(selected, "event-properties")) > reachOf(historyDays);

/** Days of profiles, by last seen and by creation, that the user detectors of a setup look at. */
export const profileDays = (selected: readonly SelectedDetector[]): number =>
  Math.max(1, daysOf(selected, "profiles"));

/** Baseline and tested days of the detectors with this need, the longest of them; 0 without any. */
export const daysOf = (selected: readonly SelectedDetector[], need: DetectorNeed): number =>
  Math.max(
    0,
    ...selected
      .filter(({ key }) => detectorOf(key).needs === need)
      .map(({ key, settings }) => detectorOf(key).baselineDays + settings.checkBackDays),
  );
