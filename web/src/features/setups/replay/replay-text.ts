import { detectorOf, type SelectedDetector, testedDaysOf } from "@contract/detectors";
import { countNew, replayBaselineDays, replayedDays, type Replay } from "@contract/replay";
import type { ReplayRequest } from "@/data/replays";
import { countOf, formatShortProjectDay } from "@/lib/format";

export const replayCardId = "replay";
export const scrollToReplay = (): void => document.getElementById(replayCardId)?.scrollIntoView?.();

/** "4 findings in 28 days, about 1 a week". */
export function verdictText(replay: Replay): string {
  const findings = countNew(replay);
  const days = replayedDays(replay);
  if (findings === 0) return `No findings in ${countOf(days, "day")}`;
  return `${countOf(findings, "finding")} in ${countOf(days, "day")}, ${paceText((findings * 7) / days)}`;
}

const paceText = (perWeek: number): string =>
  perWeek < 0.75 ? "less than 1 a week" : `about ${Math.round(perWeek)} a week`;

/** What hourly runs would have told before the day was over; null if no hours are stored. */
export function hourlyText({ days }: Replay): string | null {
  const read = days.flatMap(({ hours }) => (hours ? [hours] : []));
  if (read.length === 0) return null;
  const told = countOf(read.flat().length, "problem");
  return `On the ${countOf(read.length, "day")} with stored hours, hourly runs would have told you about ${told} before the day was over.`;
}

/** The threshold that all checks share; null if theirs differ or no check has one. */
export function commonThreshold(detectors: readonly SelectedDetector[]): number | null {
  const thresholds = withThreshold(detectors).map(({ settings }) => settings.thresholdPercent);
  const [first] = thresholds;
  return first !== undefined && thresholds.every((threshold) => threshold === first) ? first : null;
}

export const withThreshold = (detectors: readonly SelectedDetector[]): SelectedDetector[] =>
  detectors.filter(({ key }) => detectorOf(key).requiresThreshold);

/** Whether a replay was asked for with these settings. */
export const isReplayOf = (
  request: ReplayRequest | null,
  connectionId: string,
  detectors: readonly SelectedDetector[],
): boolean =>
  request !== null &&
  request.connectionId === connectionId &&
  JSON.stringify(request.selectedDetectors) === JSON.stringify(detectors);

/** Describes how the second settings differ: "at 40%". */
export function comparedAs(before: Replay, after: Replay): string {
  const changed = changedThresholds(before, after);
  const [first] = changed;
  return first && changed.every(({ then }) => then === first.then)
    ? `at ${first.then}%`
    : "with the other settings";
}

/** The same as a heading: "Threshold 30% to 40%". If only one of several checks changed, includes its name. */
export function changeText(before: Replay, after: Replay): string {
  const changed = changedThresholds(before, after);
  const [first] = changed;
  if (!first || changed.some(({ now, then }) => now !== first.now || then !== first.then))
    return "The last 4 weeks with two settings";
  const values = `${first.now}% to ${first.then}%`;
  if (changed.length === withThreshold(before.selectedDetectors).length) return `Threshold ${values}`;
  return changed.length === 1
    ? `${detectorOf(first.key).name}: threshold ${values}`
    : `Threshold of ${countOf(changed.length, "check")}: ${values}`;
}

function changedThresholds(before: Replay, after: Replay) {
  const today = new Map(
    before.selectedDetectors.map(({ key, settings }) => [key, settings.thresholdPercent]),
  );
  return after.selectedDetectors
    .map(({ key, settings }) => ({ key, now: today.get(key), then: settings.thresholdPercent }))
    .filter(({ now, then }) => now !== then);
}

/**
 * Sentences that say what could not be replayed; empty if every day had all the data that a run would have
 * had.
 */
export function limitsOf({ days, dataFrom, selectedDetectors }: Replay): string[] {
  const skipped = days.filter(({ status }) => status === "no-data").length;
  const judged = days.filter(({ status }) => status !== "no-data");
  const never = selectedDetectors.filter(({ key }) => judged.every(({ missing }) => missing.includes(key)));
  const isProfiles = never.every(({ key }) => detectorOf(key).needs === "profiles");
  const weeks = Math.round((testedDaysOf(selectedDetectors) + replayBaselineDays) / 7);
  return [
    ...(skipped > 0 && dataFrom !== null
      ? [
          `Data starts on ${formatShortProjectDay(dataFrom)}. A day needs ${countOf(weeks, "week")} of data leading up to it.`,
        ]
      : []),
    ...(judged.length > 0 && never.length > 0
      ? [
          isProfiles
            ? "User profile checks can be replayed after five weeks of daily runs."
            : `${countOf(never.length, "check")} can't be replayed yet: not enough data is stored.`,
        ]
      : []),
    ...(judged.some(({ status, missing }) => status === "limited" && missing.length === 0)
      ? ["Earlier days are compared with less history than a run would use."]
      : []),
  ];
}
