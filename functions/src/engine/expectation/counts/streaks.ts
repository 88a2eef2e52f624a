/** Consecutive tested days, as indexes into the project's days. Open streaks reach the last tested day. */
export type DayStreak = { days: readonly number[]; isOpen: boolean };

const longestClosedStreak = 4;

/**
 * Lists every streak to test: the last k days (open, for every k), and every run of 1–4 neighboring days that
 * ends earlier (closed).
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
