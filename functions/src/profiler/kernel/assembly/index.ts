import { initTallies } from "./counts/tally";
import { initValues } from "./counts/values";
import { seedHashes } from "./hash";
import { initEvents } from "./names";
import { readLine } from "./lines/read-line";
import { clearTokensIfFull } from "./lines/tokens";
import { reserve } from "./memory";
import { initDuplicates } from "./rows/duplicates";
import { countRows, endRow, initRows } from "./rows/row";

export { setNullLikeShapes } from "./counts/null-like";
export { addHostValue, addTextIfNew, allocText, beginHostRow, countHostRow, setHostRole } from "./host-rows";
export { addEvent } from "./names";
export { allocScratch } from "./lines/tokens";
export {
  copiesOfDay,
  eventDayAt,
  hoursOfDay,
  isSketch,
  list,
  listTraits,
  listValues,
  missingRows,
  registersOf,
  rowsOfDay,
  tallyOfSlot,
  uncountedEmpties,
  uncountedNulls,
} from "./report";
export { initSegments, setDimension, setVersions } from "./segments/event-segments";
export { listBuckets, listSegmentCounts, listSegments } from "./segments/report-segments";
export { initDays, lags } from "./rows/days";
export { notRemembered } from "./rows/duplicates";
export { duplicates, excluded, outOfRange, rows } from "./rows/row";

/** Number of lines that `readLines` has read without the host. */
export let lines: u32 = 0;

/**
 * Must be called once, before anything else.
 * @param seed of all hashes
 * @param rememberedRows number of rows remembered to find duplicates
 * @param longValueBytes bytes kept of values of more than 1 KB in all
 */
export function init(seed: u64, rememberedRows: u32, longValueBytes: u32): void {
  seedHashes(seed);
  initEvents();
  initValues(longValueBytes);
  initTallies();
  initRows();
  initDuplicates(rememberedRows);
}

/** Returns memory where the host writes lines, with room for vectors that read past the last one. */
export function allocInput(bytes: u32): usize {
  return reserve(bytes + 64);
}

/**
 * Reads and counts lines; the byte before `end` is a newline.
 * @returns `end`, or the start of a line that the host must read
 */
export function readLines(start: usize, end: usize): usize {
  clearTokensIfFull();
  let at = start;
  while (at < end) {
    const next = readLine(at);
    if (next === 0) break;
    lines++;
    endRow();
    at = next;
  }
  countRows();
  return at;
}
