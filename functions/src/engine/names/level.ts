/** Days of history that a weekday's expected volume is averaged over. */
const historyDays = 28;
/** Days of history needed for an expectation by weekday. */
const fewestHistoryDays = 7;

/**
 * How a name that was there before went on from a day, compared with the average of the same weekday in the 28 days before.
 * @param rows per day
 * @param from index of the day
 * @returns lost rows in total and as a share, and for how many days before it had already fallen; null without history
 */
export function changeFrom(
  rows: readonly number[],
  from: number,
): { lostRows: number; lost: number; fellBefore: number } | null {
  const start = Math.max(0, from - historyDays);
  if (from - start < fewestHistoryDays) return null;
  let settled = from;
  // A name that stopped shortly before must be compared with how it was until then.
  while (settled > start + fewestHistoryDays && isFallen(rows, start, settled)) settled--;
  const expected = weekdayMeans(rows, start, settled, from);
  let [was, is, recentWas, recentIs] = [0, 0, 0, 0];
  const recentFrom = Math.max(from, rows.length - 3);
  for (let day = firstWholeDay(rows, from); day < rows.length; day++) {
    was += expected[day % 7]!;
    is += rows[day]!;
    if (day < recentFrom) continue;
    recentWas += expected[day % 7]!;
    recentIs += rows[day]!;
  }
  if (was === 0 || recentWas === 0) return null;
  return {
    lostRows: Math.max(0, was - is),
    lost: Math.max(0, 1 - recentIs / recentWas),
    fellBefore: from - settled,
  };
}

/** The day of a change is only partly affected, so it counts only if it is the last one. */
export const firstWholeDay = (rows: readonly number[], from: number): number =>
  Math.min(from + 1, rows.length - 1);

function isFallen(rows: readonly number[], start: number, end: number): boolean {
  const before = weekdayMeans(rows, start, end - 1, end - 1);
  return rows[end - 1]! < 0.5 * before[(end - 1) % 7]!;
}

/** Mean per weekday (index of day modulo 7) of the days from `start` to before `end`; the overall mean where a weekday is missing. */
function weekdayMeans(rows: readonly number[], start: number, end: number, around: number): number[] {
  const sums = Array.from({ length: 7 }, () => ({ rows: 0, days: 0 }));
  let total = 0;
  for (let day = start; day < end; day++) {
    total += rows[day]!;
    sums[day % 7]!.rows += rows[day]!;
    sums[day % 7]!.days++;
  }
  const mean = total / Math.max(1, Math.min(end, around) - start);
  return sums.map(({ rows: sum, days }) => (days === 0 ? mean : sum / days));
}
