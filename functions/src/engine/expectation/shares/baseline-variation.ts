import { WindowView } from "./window.js";
import type { WindowWithReferences } from "./window-with-references.js";
import type { ShareTable } from "../../series/share-table.js";

/** Windows inside the baseline start after its first week, so that there are days to compare them with. */
const firstStart = 7;
const fewestRowsOfWindow = 20;
const fewestRowsOfReference = 50;

/**
 * The largest effect of any window of `length` days inside the baseline, compared with the baseline days
 * before it. It shows how much the property changes by itself.
 * @param hasTraffic as in `WindowView`
 * @param tableOf returns the table for a window, given its first day and the day after its last one
 * @returns null if no window fits
 */
export function largestBaselineEffect(
  table: ShareTable,
  length: number,
  hasTraffic: boolean,
  tableOf: (start: number, end: number) => ShareTable = () => table,
): number | null {
  let view = new WindowView(table, hasTraffic);
  return largestPastEffect(table, length, (start) => {
    const seen = tableOf(start, start + length);
    if (seen !== view.table) view = new WindowView(seen, hasTraffic);
    return view;
  });
}

/** The same, in the view of each window that `viewAt` returns for its first day. */
export function largestPastEffect(
  { split }: ShareTable,
  length: number,
  viewAt: (start: number) => WindowWithReferences,
): number | null {
  let largest: number | null = null;
  for (let start = firstStart; start + length <= split; start++) {
    const view = viewAt(start);
    view.look(start, length, fewestRowsOfReference);
    if (view.window.rows < fewestRowsOfWindow || view.baseline.rows < fewestRowsOfReference) continue;
    largest = Math.max(largest ?? 0, view.effect());
  }
  return largest;
}
