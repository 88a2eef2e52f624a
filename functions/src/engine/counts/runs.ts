/** Days of a project, as indexes. Open: still going on the last day that was tested; closed: over. */
export type CountRun = { days: readonly number[]; isOpen: boolean };

const longestClosedRun = 4;

/**
 * Every run that is tested: the last k of the days (open, k = 1…all) and every earlier run of 1–4 neighbours.
 * @param days the window's days without its project days, ascending
 */
export function runsOf(days: readonly number[]): CountRun[] {
  const runs: CountRun[] = [];
  for (let length = 1; length <= days.length; length++)
    runs.push({ days: days.slice(-length), isOpen: true });
  for (let first = 0; first < days.length - 1; first++)
    for (let length = 1; length <= longestClosedRun && first + length < days.length; length++)
      runs.push({ days: days.slice(first, first + length), isOpen: false });
  return runs;
}
