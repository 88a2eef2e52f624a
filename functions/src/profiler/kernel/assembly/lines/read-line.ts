import { findEvent, findKey, isNextAt, isWanted, matchesAt } from "../names";
import {
  kindEmpty,
  kindFalse,
  kindNull,
  kindNumber,
  kindPlainText,
  kindText,
  kindTrue,
  roleNone,
} from "../kinds";
import { finish, firstBytes, hashBytes, hashNumber, mixVector, tokenSeed, textSeed } from "../hash";
import { numberValue, readNumber } from "./number";
import { Event, Key } from "../records";
import { beginRow, hasTime, isSkipped, row, setRoleValue, addPendingValue } from "../rows/row";
import { isAscii, isEscaped, isUtf8, skipText, readText, textHash, unusualBits } from "./text";
import { literalHash, resolveToken, tokenValueHash, tokenKind, tokenLength, tokenStart } from "./tokens";

const quote: u8 = 0x22;
const comma: u8 = 0x2c;
const colon: u8 = 0x3a;
const openList: u8 = 0x5b;
const closeList: u8 = 0x5d;
const openBrace: u8 = 0x7b;
const closeBrace: u8 = 0x7d;
const newline: u8 = 0x0a;

/** Kind and hash of the value that `readValue` read last, and the position of its bytes. */
let kind: u32 = 0;
let hash: u64 = 0;
let start: usize = 0;
let length: u32 = 0;

/**
 * Reads the line at `lineStart` as the current row. It accepts only valid JSON in the shape that Mixpanel writes.
 * Every other line goes to the host, so a shape that this code does not know costs time but never causes a wrong
 * count.
 * @returns the start of the next line, 0 when the host must read this line
 */
export function readLine(lineStart: usize): usize {
  if (load<u8>(lineStart) !== openBrace) return 0;
  let at = skipSpace(lineStart + 1);
  if ((load<u64>(at) & 0x00ffffffffffffff) !== 0x22746e65766522) return 0; // "event"
  at = skipColon(at + 7);
  if (at === 0 || load<u8>(at) !== quote) return 0;
  const end = readText(at + 1);
  if (end === 0) return 0;
  const event = findEvent(textHash, at + 1, end);
  if (event === null) return 0;
  at = skipSpace(end + 1);
  if (load<u8>(at) !== comma) return 0;
  at = skipSpace(at + 1);
  if (load<u64>(at) !== 0x74726570_6f727022 || load<u32>(at, 8) !== 0x22736569) return 0; // "properties"
  at = skipColon(at + 12);
  if (at === 0 || load<u8>(at) !== openBrace) return 0;
  beginRow(event);
  at = readMembers(skipSpace(at + 1), event);
  if (at === 0) return 0;
  at = skipSpace(at);
  if (load<u8>(at) !== closeBrace) return 0;
  at = skipSpace(at + 1);
  return load<u8>(at) === newline && hasTime() ? at + 1 : 0;
}

/** Position of the next byte that is not white space; a newline, which ends the line, is not skipped. */
function skipSpace(from: usize): usize {
  let at = from;
  for (let byte = load<u8>(at); byte <= 0x20; byte = load<u8>(at)) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) break;
    at++;
  }
  return at;
}

function skipColon(from: usize): usize {
  const at = skipSpace(from);
  return load<u8>(at) === colon ? skipSpace(at + 1) : 0;
}

/** Reads the members of `properties` and the closing brace. */
function readMembers(from: usize, event: Event): usize {
  let at = from;
  if (load<u8>(at) === closeBrace) return at + 1;
  let previous: Key | null = null;
  let expected = event.first;
  while (true) {
    if (load<u8>(at) !== quote) {
      at = skipSpace(at);
      if (load<u8>(at) !== quote) return 0;
    }
    at++;
    let key: Key;
    if (expected !== null && isNextAt(expected, at)) {
      key = expected;
      at += key.length;
    } else {
      const other = previous !== null ? previous.other : null;
      if (other !== null && matchesAt(other, at)) {
        key = other;
        at += key.length;
      } else {
        const end = readText(at);
        if (end === 0) return 0;
        const found = findKey(event, textHash, at, end);
        if (found === null) return 0;
        key = found;
        at = skipColon(end + 1);
        if (at === 0) return 0;
      }
      if (previous === null) event.first = key;
      else {
        previous.other = previous.next;
        previous.next = key;
      }
    }
    // The last value of a duplicate key counts. `JSON.parse` does that, so the host reads such rows.
    if (key.first.row === row) return 0;
    key.first.row = row;
    const end = key.isValue && !isSkipped ? readShortValue(at, key.slot) : 0;
    at = end !== 0 ? end : readMember(skipSpace(at), key);
    if (at === 0) return 0;
    if (load<u8>(at) !== comma) {
      at = skipSpace(at);
      if (load<u8>(at) === closeBrace) return at + 1;
      if (load<u8>(at) !== comma) return 0;
    }
    at++;
    previous = key;
    expected = key.next;
  }
}

/**
 * Fast path of `readMember` for numbers and plain texts of up to 15 characters, which most values are.
 * @returns the end of the value, 0 for any other one
 */
function readShortValue(at: usize, slot: u32): usize {
  const byte = load<u8>(at);
  if (byte !== quote) {
    if (byte > 0x39) return 0;
    const end = readNumber(at);
    if (end !== 0) addPendingValue(slot, kindNumber, hashNumber(numberValue), 0, 0, numberValue);
    return end;
  }
  const first = at + 1;
  const bytes = v128.load(first);
  const unusual = unusualBits(bytes);
  if (unusual === 0) return 0;
  const count = ctz(unusual);
  if (load<u8>(first + count) !== quote || count === 0) return 0;
  const text = v128.and(bytes, firstBytes(count));
  addPendingValue(slot, kindPlainText, finish(mixVector(textSeed, text) ^ count), first, count, 0);
  return first + count + 1;
}

/** Reads a value and adds it to the row if it is counted or has a role. */
function readMember(at: usize, key: Key): usize {
  if (!isWanted(key)) return skipValue(at);
  const end = readValue(at);
  if (end === 0) return 0;
  if (key.isCounted && !isSkipped) addPendingValue(key.slot, kind, hash, start, length, numberValue);
  return key.role === roleNone || setRoleValue(key.role, kind, hash, numberValue) ? end : 0;
}

/** Reads a value into `kind`, `hash`, `start` and `length`. @returns its end, 0 when the host must read this line */
function readValue(at: usize): usize {
  const byte = load<u8>(at);
  if (byte === quote) {
    const end = readText(at + 1);
    if (end === 0) return 0;
    if (end === at + 1) return literal(end + 1, kindEmpty);
    if (isAscii || (!isEscaped && isUtf8(at + 1, end))) {
      kind = isAscii ? kindPlainText : kindText;
      hash = textHash;
      start = at + 1;
      length = <u32>(end - start);
      return end + 1;
    }
    return resolved(isEscaped ? textHash : hashBytes(at, end - at, tokenSeed), at, end + 1);
  }
  if (byte === openBrace || byte === openList) {
    const end = skipNested(at);
    return end === 0 ? 0 : resolved(hashBytes(at, end - at, tokenSeed), at, end);
  }
  if (byte === 0x74 || byte === 0x66 || byte === 0x6e) {
    const end = skipLiteral(at);
    return end === 0 ? 0 : literal(end, byte === 0x74 ? kindTrue : byte === 0x66 ? kindFalse : kindNull);
  }
  const end = readNumber(at);
  if (end === 0) return 0;
  kind = kindNumber;
  hash = hashNumber(numberValue);
  return end;
}

function literal(end: usize, literalKind: u32): usize {
  kind = literalKind;
  hash = literalHash(literalKind);
  length = 0;
  return end;
}

function resolved(tokenHash: u64, from: usize, end: usize): usize {
  if (!resolveToken(tokenHash, from, <u32>(end - from))) return 0;
  kind = tokenKind;
  hash = tokenValueHash;
  start = tokenStart;
  length = tokenLength;
  return end;
}

/** Skips a value that is not needed. @returns its end, 0 when the host must read this line */
function skipValue(at: usize): usize {
  const byte = load<u8>(at);
  if (byte === quote) {
    const end = skipText(at + 1);
    return end === 0 ? 0 : end + 1;
  }
  // Lists and objects are validated by parsing them, but each token only once, thanks to the cache.
  if (byte === openBrace || byte === openList) return readValue(at);
  return byte >= 0x66 ? skipLiteral(at) : readNumber(at);
}

function skipLiteral(at: usize): usize {
  const word = load<u32>(at);
  if (word === 0x65757274 || word === 0x6c6c756e) return at + 4; // true, null
  return word === 0x736c6166 && load<u8>(at, 4) === 0x65 ? at + 5 : 0; // false
}

/** Finds the end of a list or object by counting brackets. */
function skipNested(from: usize): usize {
  let at = from;
  let depth = 0;
  do {
    const byte = load<u8>(at);
    if (byte === quote) {
      at = skipText(at + 1);
      if (at === 0) return 0;
    } else if (byte === openList || byte === openBrace) depth++;
    else if (byte === closeList || byte === closeBrace) depth--;
    else if (byte === newline) return 0;
    at++;
  } while (depth > 0);
  return at;
}
