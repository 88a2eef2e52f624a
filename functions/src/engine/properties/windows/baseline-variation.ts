import { WindowView } from "./window.js";
import type { ShareTable } from "../tables/share-table.js";

/** Windows of the baseline begin after its first week, so that they have days to be compared with. */
const firstStart = 7;
const fewestRowsOfWindow = 20;
const fewestRowsOfReference = 50;

/**
 * The largest effect that windows of `length` days had inside the baseline, against the days of the baseline
 * before them: what the property does without any fault. Null where no window fits.
 * @param hasTraffic as for the windows of the window
 * @param tableOf the table to look for a window in, by its first day and the day after its last one
 */
export function largestBaselineEffect(
  table: ShareTable,
  length: number,
  hasTraffic: boolean,
  tableOf: (start: number, end: number) => ShareTable = () => table,
): number | null {
  let view = new WindowView(table, hasTraffic);
  let largest: number | null = null;
  for (let start = firstStart; start + length <= table.split; start++) {
    const seen = tableOf(start, start + length);
    if (seen !== view.table) view = new WindowView(seen, hasTraffic);
    view.look(start, length, fewestRowsOfReference);
    if (view.window.rows < fewestRowsOfWindow || view.baseline.rows < fewestRowsOfReference) continue;
    largest = Math.max(largest ?? 0, view.effect());
  }
  return largest;
}
