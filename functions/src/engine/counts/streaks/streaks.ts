/** Days of a project, as indexes. Open: still going on the last day that was tested; closed: over. */
export type DayStreak = { days: readonly number[]; isOpen: boolean };

const longestClosedStreak = 4;

/**
 * Every streak that is tested: the last k of the days (open, k = 1…all) and every earlier streak of 1–4 neighbours.
 * @param days the window's days without its project days, ascending
 */
export function streaksOf(days: readonly number[]): DayStreak[] {
  const streaks: DayStreak[] = [];
  for (let length = 1; length <= days.length; length++)
    streaks.push({ days: days.slice(-length), isOpen: true });
  for (let first = 0; first < days.length - 1; first++)
    for (let length = 1; length <= longestClosedStreak && first + length < days.length; length++)
      streaks.push({ days: days.slice(first, first + length), isOpen: false });
  return streaks;
}
