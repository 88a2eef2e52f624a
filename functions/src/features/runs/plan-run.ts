import type { SelectedDetector } from "../../contract/detectors.js";
import { addDays, daysBetween } from "../../engine/days.js";
import type { DetectorNeed } from "../../engine/detector.js";
import { detectors } from "../../engine/registry.js";
import { dayIn } from "../../shared/time.js";
import { maxParts } from "./run-timing.js";

/** Days before the window that are judged against: 8 weeks for counts, 4 for shares. */
const countBaselineDays = 56;
const shareBaselineDays = 28;
/** Phones deliver late: the newest days are exported again each time. */
const lateDays = 5;

export type DaySpan = { from: string; to: string };

export type Reading = {
  lastDay: string;
  aggregateDays: DaySpan | null;
  counts: "query" | "aggregates" | null;
  countDays: DaySpan | null;
  profiles: boolean;
};

export const needsOf = (selected: readonly SelectedDetector[]): ReadonlySet<DetectorNeed> =>
  new Set(selected.map(({ key }) => detectors[key].needs));

/** The last complete day in the project's time zone. */
export const lastCompleteDay = (timeZone: string, now: Date): string => addDays(dayIn(timeZone, now), -1);

/** What the detectors of a setup need to be given, and no more. */
export function readingOf(
  selected: readonly SelectedDetector[],
  { lastDay, queryApi }: { lastDay: string; queryApi: boolean },
): Reading {
  const needs = needsOf(selected);
  const span = (days: number): DaySpan => ({ from: addDays(lastDay, 1 - days), to: lastDay });
  const window = (need: DetectorNeed) =>
    Math.max(
      0,
      ...selected
        .filter(({ key }) => detectors[key].needs === need)
        .map(({ settings }) => settings.checkBackDays),
    );
  const counts = needs.has("counts") ? (queryApi ? "query" : "aggregates") : null;
  const countDays = counts && countBaselineDays + window("counts");
  const shareDays = needs.has("event-properties") ? shareBaselineDays + window("event-properties") : 0;
  const exported = Math.max(shareDays, counts === "aggregates" ? (countDays ?? 0) : 0);
  return {
    lastDay,
    aggregateDays: exported > 0 ? span(exported) : null,
    counts,
    countDays: countDays ? span(countDays) : null,
    profiles: needs.has("profiles"),
  };
}

/**
 * Ranges to export: days without aggregates and the newest ones, in few ranges of about equal length.
 * @param fresh days that this run has exported already
 */
export function rangesToExport(
  days: DaySpan,
  known: ReadonlySet<string>,
  max = maxParts,
  fresh: ReadonlySet<string> = new Set(),
): DaySpan[] {
  const firstLate = addDays(days.to, 1 - lateDays);
  const missing: string[] = [];
  for (let day = days.from; day <= days.to; day = addDays(day, 1))
    if (!fresh.has(day) && (day >= firstLate || !known.has(day))) missing.push(day);
  return balanced(neighbours(missing, max), max);
}

/** Runs of consecutive days; the smallest gaps are closed until there are at most `max`. */
function neighbours(days: readonly string[], max: number): DaySpan[] {
  const spans: DaySpan[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else spans.push({ from: day, to: day });
  }
  while (spans.length > max) {
    const gaps = spans.slice(1).map((span, index) => daysBetween(spans[index]!.to, span.from));
    const smallest = gaps.indexOf(Math.min(...gaps));
    spans.splice(smallest, 2, { from: spans[smallest]!.from, to: spans[smallest + 1]!.to });
  }
  return spans;
}

/** Halves the longest range until there are `max`, or none longer than a week is left. */
function balanced(spans: DaySpan[], max: number): DaySpan[] {
  const ranges = [...spans];
  while (ranges.length > 0 && ranges.length < max) {
    const longest = ranges.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));
    const days = lengthOf(longest);
    if (days <= 7) break;
    // The piece cut off is what a fair share of the ranges still to come would hold.
    const size = ranges.length === 1 ? Math.ceil(days / max) : Math.ceil(days / 2);
    const cut = addDays(longest.from, size);
    ranges.splice(
      ranges.indexOf(longest),
      1,
      { from: longest.from, to: addDays(cut, -1) },
      { from: cut, to: longest.to },
    );
  }
  return ranges;
}

export const lengthOf = ({ from, to }: DaySpan): number => daysBetween(from, to) + 1;

/** Days of profiles, by last seen and by creation, that the user detectors of a setup look at. */
export function profileDays(selected: readonly SelectedDetector[]): number {
  const spans = selected
    .filter(({ key }) => detectors[key].needs === "profiles")
    .map(({ key, settings }) =>
      key === "user_profile_count_change"
        ? countBaselineDays + settings.checkBackDays
        : shareBaselineDays + settings.checkBackDays,
    );
  return Math.max(1, ...spans);
}
