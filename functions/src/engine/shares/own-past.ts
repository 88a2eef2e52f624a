import { StretchView } from "./stretch.js";
import type { ShareTable } from "./share-table.js";

/** Stretches of the past begin after a first week, so that they have days to be compared with. */
const firstStart = 7;
const fewestRowsOfStretch = 20;
const fewestRowsOfReference = 50;

/**
 * The largest effect that stretches of `length` days had inside the baseline, against the days of the baseline
 * before them: what the property does without anybody calling it a fault. 0 where no stretch fits.
 * @param hasTraffic as for the stretches of the window
 */
export function largestPastEffect(table: ShareTable, length: number, hasTraffic: boolean): number {
  const view = new StretchView(table, hasTraffic);
  let largest = 0;
  for (let start = firstStart; start + length <= table.split; start++) {
    view.look(start, length, fewestRowsOfReference);
    if (view.stretch.rows < fewestRowsOfStretch || view.baseline.rows < fewestRowsOfReference) continue;
    largest = Math.max(largest, view.effect());
  }
  return largest;
}
