import { detectorOf, type SelectedDetector } from "../../../contract/detectors.js";
import { countBaselineDays, type DetectorNeed } from "../../../contract/detectors/descriptor.js";
import { habitReach } from "../../../engine/expectation/counts/habits/calendar-days.js";
import { addDays } from "../../../common/days.js";
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

/** The data that a setup's detectors need, and no more. */
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
    countDays: countDays > 0 ? span(counts === "query" ? countReach(selected) : countDays) : null,
    profiles: needs.has("profiles"),
  };
}

/**
 * Complete days that can be read with this many days of history. A Mixpanel plan gives access to days up to `historyDays`
 * ago, but exports in UTC begin a day early.
 */
export const reachOf = (historyDays: number | null): number =>
  historyDays === null ? Infinity : Math.max(1, historyDays - 1);

/** Whether a Mixpanel plan's history is shorter than what a setup's detectors need. */
export const isHistoryShort = (selected: readonly SelectedDetector[], historyDays: number | null): boolean =>
  Math.max(daysOf(selected, "counts"), daysOf(selected, "event-properties")) > reachOf(historyDays);

/** Days of profiles, by last seen and by creation, that a setup's user detectors look at. */
export const profileDays = (selected: readonly SelectedDetector[]): number =>
  Math.max(1, daysOf(selected, "profiles"));

/**
 * Days of counts that are asked for, if that costs no export; 0 without a detector that needs them. Counts are also compared
 * with the same days of earlier months.
 */
export const countReach = (selected: readonly SelectedDetector[]): number => {
  const days = daysOf(selected, "counts");
  return days === 0 ? 0 : days - countBaselineDays + habitReach;
};

/** The most days, baseline and tested days together, that a detector with this need looks at; 0 if there is none. */
export const daysOf = (selected: readonly SelectedDetector[], need: DetectorNeed): number =>
  Math.max(
    0,
    ...selected
      .filter(({ key }) => detectorOf(key).needs === need)
      .map(({ key, settings }) => detectorOf(key).baselineDays + settings.checkBackDays),
  );
