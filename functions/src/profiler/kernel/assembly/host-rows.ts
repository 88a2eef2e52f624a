import { finish, hashNumber } from "./hash";
import { kindFalse, kindNumber, kindPlainText } from "./kinds";
import { eventAt } from "./names";
import { literalHash, valueHash } from "./lines/tokens";
import { reserve } from "./memory";
import { addIfNew } from "./rows/duplicates";
import { addPendingValue, addSlot, beginRow, countRows, endRow, hasTime, setRoleValue } from "./rows/row";

/** Texts of the row that the host is adding, stored back to back. */
let texts: usize = 0;
let textsSize: u32 = 0;
let textsUsed: u32 = 0;

/** Returns memory where the host writes a text of its row; valid until the host begins its next row. */
export function allocText(bytes: u32): usize {
  if (textsUsed + bytes + 16 > textsSize) {
    textsSize = max<u32>(1 << 12, (textsUsed + bytes + 16) << 1);
    textsUsed = 0;
    texts = reserve(textsSize);
  }
  const start = texts + textsUsed;
  textsUsed += bytes;
  return start;
}

/** Begins a row that the host has parsed. */
export function beginHostRow(event: u32): void {
  textsUsed = 0;
  beginRow(eventAt(event));
}

/** Adds a value to the host's row. Its bytes must stay in place until the row is counted. */
export function addHostValue(slot: u32, kind: u32, start: usize, length: u32, number: f64): void {
  addSlot(slot);
  addPendingValue(slot, kind, hashOf(kind, start, length, number), start, length, number);
}

/** Sets a value of the host's row that the profiler itself needs: time, user, insert id … */
export function setHostRole(role: u32, kind: u32, start: usize, length: u32, number: f64): void {
  setRoleValue(role, kind, hashOf(kind, start, length, number), number);
}

/** Counts the host's row. @returns false when it has no time */
export function countHostRow(): bool {
  if (!hasTime()) return false;
  endRow();
  countRows();
  return true;
}

/** Remembers a text among the rows. @returns whether it is new */
export function addTextIfNew(start: usize, length: u32): bool {
  return addIfNew(finish(valueHash(kindPlainText, start, length)));
}

function hashOf(kind: u32, start: usize, length: u32, number: f64): u64 {
  if (kind <= kindFalse) return literalHash(kind);
  return kind === kindNumber ? hashNumber(number) : valueHash(kind, start, length);
}
