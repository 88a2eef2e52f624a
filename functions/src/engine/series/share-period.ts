import { propertyBaselineDays } from "../../contract/detectors/descriptor.js";
import type { Day } from "../../common/days.js";

/**
 * Indexes into a reader's days: the baseline is [from, split), the window [split, end). `isSampled`: all days of a week are
 * copies of one.
 */
export type SharePeriod = { from: number; split: number; end: number; isSampled?: boolean };

/**
 * The window is the last `checkBackDays` days up to `lastDay`, and the baseline the up to 28 days before. The
 * baseline starts no earlier than the parent's first row: days before that say nothing about its properties
 * or usual traffic.
 * @param rows rows of the parent per day, parallel to `days`
 */
export function sharePeriod(
  days: readonly Day[],
  rows: readonly number[],
  lastDay: Day,
  checkBackDays: number,
): SharePeriod {
  const end = days.findLastIndex((day) => day <= lastDay) + 1;
  const split = Math.max(0, end - checkBackDays);
  let from = Math.max(0, split - propertyBaselineDays);
  while (from < split && !rows[from]) from++;
  return { from, split, end };
}
