import { finish, hashNumber, seedHashes } from "./hash";
import { lags, prepareClock } from "./clock";
import { addEvent, eventAt, prepareEvents } from "./keys";
import { kindFalse, kindNumber, kindPlainText } from "./kinds";
import { take } from "./memory";
import { addSlot, beginRow, countRows, endRow, hasTime, prepareRow, takeRole, takeValue } from "./row";
import { readLine } from "./scan";
import { isNew, prepareSeen } from "./seen";
import { prepareTallies } from "./tally";
import { literalHash, scratchOf, tidyTokens, valueHash } from "./tokens";
import { describeNullLike } from "./traits";
import { prepareValues } from "./values";

export { duplicates, excluded, outOfRange, rows } from "./row";
export { notRemembered } from "./seen";
export {
  eventDayAt,
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
export { lags, addEvent, prepareClock, scratchOf, describeNullLike };

/** Lines read by `readLines`, the one it stopped at not counted. */
export let lines: u32 = 0;

/**
 * @param rememberedRows rows that are remembered to find duplicates
 * @param longValueBytes bytes of long values that are kept
 */
export function prepare(seed: u64, rememberedRows: u32, longValueBytes: u32): void {
  seedHashes(seed);
  prepareEvents();
  prepareValues(longValueBytes);
  prepareTallies();
  prepareRow();
  prepareSeen(rememberedRows);
}

/** Memory for the host to write lines to; what vectors read behind the last line is there. */
export function inputOf(bytes: u32): usize {
  return take(bytes + 64);
}

/**
 * Reads and counts the lines from `start` on; the byte before `end` is a newline.
 * @returns `end`, or where a line begins that is left to the host
 */
export function readLines(start: usize, end: usize): usize {
  tidyTokens();
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

/** Texts of the host's row. */
let texts: usize = 0;
let textsSize: u32 = 0;
let textsUsed: u32 = 0;

/** Where the host may write a text of so many bytes; it stays until the host begins its next row. */
export function roomForText(bytes: u32): usize {
  if (textsUsed + bytes + 16 > textsSize) {
    textsSize = max<u32>(1 << 12, (textsUsed + bytes + 16) << 1);
    textsUsed = 0;
    texts = take(textsSize);
  }
  const start = texts + textsUsed;
  textsUsed += bytes;
  return start;
}

/** The host begins a row of its own. */
export function beginRowOf(event: u32): void {
  textsUsed = 0;
  beginRow(eventAt(event));
}

function hashOf(kind: u32, start: usize, length: u32, number: f64): u64 {
  if (kind <= kindFalse) return literalHash(kind);
  return kind === kindNumber ? hashNumber(number) : valueHash(kind, start, length);
}

/** Takes a value of the host's row; its bytes must stay until the row is counted. */
export function addValue(slot: u32, kind: u32, start: usize, length: u32, number: f64): void {
  addSlot(slot);
  takeValue(slot, kind, hashOf(kind, start, length, number), start, length, number);
}

/** Notes a value of the host's row that has a role. */
export function noteValue(role: u32, kind: u32, start: usize, length: u32, number: f64): void {
  takeRole(role, kind, hashOf(kind, start, length, number), number);
}

/** Counts the host's row. @returns false when it has no time */
export function countRowOf(): bool {
  if (!hasTime()) return false;
  endRow();
  countRows();
  return true;
}

/** Whether a text was not seen before. It is remembered. */
export function isNewText(start: usize, length: u32): bool {
  return isNew(finish(valueHash(kindPlainText, start, length)));
}
