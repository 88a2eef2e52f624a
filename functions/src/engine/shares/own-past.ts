import { StretchView } from "./stretch.js";
import type { ShareTable } from "./share-table.js";

/** Stretches of the past begin after a first week, so that they have days to be compared with. */
const firstStart = 7;
const fewestRowsOfStretch = 20;
const fewestRowsOfReference = 50;

/**
 * The largest effect that stretches of `length` days had inside the baseline, against the days of the baseline
 * before them: what the property does without anybody calling it a fault. Null where no stretch fits: nobody knows.
 * @param hasTraffic as for the stretches of the window
 * @param tableOf the table to look for a stretch in, by its first day and the day after its last one
 */
export function largestPastEffect(
  table: ShareTable,
  length: number,
  hasTraffic: boolean,
  tableOf: (start: number, end: number) => ShareTable = () => table,
): number | null {
  let view = new StretchView(table, hasTraffic);
  let largest: number | null = null;
  for (let start = firstStart; start + length <= table.split; start++) {
    const seen = tableOf(start, start + length);
    if (seen !== view.table) view = new StretchView(seen, hasTraffic);
    view.look(start, length, fewestRowsOfReference);
    if (view.stretch.rows < fewestRowsOfStretch || view.baseline.rows < fewestRowsOfReference) continue;
    largest = Math.max(largest ?? 0, view.effect());
  }
  return largest;
}
