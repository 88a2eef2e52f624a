import { lateDays } from "../../../aggregates/late-days.js";
import { addDays, daysBetween } from "../../../common/days.js";
import { maxParts } from "../lifecycle/run-timing.js";

/** First and last project day, inclusive. */
export type DaySpan = { from: string; to: string };

/**
 * The days to export, which are those without aggregates and the newest ones, in a few ranges of about equal length.
 * @param areLateRead whether an earlier run has read what arrived late, so that known days aren't exported again
 * @param fresh days that this run has already exported
 */
export function rangesToExport(
  days: DaySpan,
  known: ReadonlySet<string>,
  { fresh = new Set(), areLateRead = false }: { fresh?: ReadonlySet<string>; areLateRead?: boolean } = {},
): DaySpan[] {
  const firstLate = addDays(days.to, areLateRead ? 1 : 1 - lateDays);
  const missing: string[] = [];
  for (let day = days.from; day <= days.to; day = addDays(day, 1))
    if (!fresh.has(day) && (day >= firstLate || !known.has(day))) missing.push(day);
  return splitDays(missing, maxParts);
}

/** Ranges of about equal length, ascending, that contain the given days. */
export const splitDays = (days: readonly string[], max: number): DaySpan[] =>
  splitLongRanges(groupConsecutiveDays(days, max), max);

/** Joins consecutive days into ranges, and closes the smallest gaps until there are at most `max` ranges. */
function groupConsecutiveDays(days: readonly string[], max: number): DaySpan[] {
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

/** Splits the longest range until there are `max`, or none is longer than a week. */
function splitLongRanges(spans: DaySpan[], max: number): DaySpan[] {
  const ranges = [...spans];
  while (ranges.length > 0 && ranges.length < max) {
    const longest = ranges.reduce((a, b) => (countDays(b) > countDays(a) ? b : a));
    const days = countDays(longest);
    if (days <= 7) break;
    // A single range first gives up 1/`max` of its days, so that halving the rest makes ranges of about equal length.
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

export const countDays = ({ from, to }: DaySpan): number => daysBetween(from, to) + 1;
