import { findEvent, findKey, isWanted, standsAt, Event, Key } from "./keys";
import {
  kindEmpty,
  kindFalse,
  kindNull,
  kindNumber,
  kindPlainText,
  kindText,
  kindTrue,
  roleNone,
} from "./kinds";
import { finish, firstBytes, hashBytes, hashNumber, mixVector, spellingSeed, textSeed } from "./hash";
import { numeric, readNumber } from "./numeral";
import { beginRow, hasTime, isPassedBy, row, takeRole, takeValue } from "./row";
import { isAscii, isEscaped, isUtf8, passText, readText, specialBits, textHash } from "./text";
import { literalHash, spell, spelledHash, spelledKind, spelledLength, spelledStart } from "./tokens";

const quote: u8 = 0x22;
const comma: u8 = 0x2c;
const colon: u8 = 0x3a;
const openList: u8 = 0x5b;
const closeList: u8 = 0x5d;
const openBrace: u8 = 0x7b;
const closeBrace: u8 = 0x7d;
const newline: u8 = 0x0a;

/** The value passed last: its kind, where its bytes stand, and its hash where it is wanted. */
let kind: u32 = 0;
let hash: u64 = 0;
let start: usize = 0;
let length: u32 = 0;

/**
 * Reads the line at `lineStart` as the row in hand. Only lines that are valid JSON of the export's shape are accepted;
 * every other line is left to the host, so a shape that is not known here costs time, never correctness.
 * @returns where the next line begins, 0 when the line is left to the host
 */
export function readLine(lineStart: usize): usize {
  if (load<u8>(lineStart) !== openBrace) return 0;
  let at = passSpace(lineStart + 1);
  if ((load<u64>(at) & 0x00ffffffffffffff) !== 0x22746e65766522) return 0; // "event"
  at = passColon(at + 7);
  if (at === 0 || load<u8>(at) !== quote) return 0;
  const end = readText(at + 1);
  if (end === 0) return 0;
  const event = findEvent(textHash, at + 1, end);
  if (event === null) return 0;
  at = passSpace(end + 1);
  if (load<u8>(at) !== comma) return 0;
  at = passSpace(at + 1);
  if (load<u64>(at) !== 0x74726570_6f727022 || load<u32>(at, 8) !== 0x22736569) return 0; // "properties"
  at = passColon(at + 12);
  if (at === 0 || load<u8>(at) !== openBrace) return 0;
  beginRow(event);
  at = readMembers(passSpace(at + 1), event);
  if (at === 0) return 0;
  at = passSpace(at);
  if (load<u8>(at) !== closeBrace) return 0;
  at = passSpace(at + 1);
  return load<u8>(at) === newline && hasTime() ? at + 1 : 0;
}

/** Where something other than white space stands; a newline ends the line. */
function passSpace(from: usize): usize {
  let at = from;
  for (let byte = load<u8>(at); byte <= 0x20; byte = load<u8>(at)) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) break;
    at++;
  }
  return at;
}

function passColon(from: usize): usize {
  const at = passSpace(from);
  return load<u8>(at) === colon ? passSpace(at + 1) : 0;
}

/** The members of `properties` and the brace behind them. */
function readMembers(from: usize, event: Event): usize {
  let at = from;
  if (load<u8>(at) === closeBrace) return at + 1;
  let previous: Key | null = null;
  let expected = event.first;
  while (true) {
    if (load<u8>(at) !== quote) {
      at = passSpace(at);
      if (load<u8>(at) !== quote) return 0;
    }
    at++;
    let key: Key;
    if (expected !== null && standsAt(expected, at)) {
      key = expected;
      at += key.length;
    } else {
      const other = previous !== null ? previous.other : null;
      if (other !== null && standsAt(other, at)) {
        key = other;
        at += key.length;
      } else {
        const end = readText(at);
        if (end === 0) return 0;
        const found = findKey(event, textHash, at, end);
        if (found === null) return 0;
        key = found;
        at = passColon(end + 1);
        if (at === 0) return 0;
      }
      if (previous === null) event.first = key;
      else {
        previous.other = previous.next;
        previous.next = key;
      }
    }
    // Of a key that stands twice the last value counts, as with `JSON.parse`, which such rows are left to.
    if (key.first.row === row) return 0;
    key.first.row = row;
    if (load<u8>(at) <= 0x20) at = passSpace(at);
    const end = key.isValue && !isPassedBy ? takeShortText(at, key.slot) : 0;
    at = end !== 0 ? end : readMember(at, key);
    if (at === 0) return 0;
    if (load<u8>(at) <= 0x20) at = passSpace(at);
    const byte = load<u8>(at++);
    if (byte === closeBrace) return at;
    if (byte !== comma) return 0;
    previous = key;
    expected = key.next;
  }
}

/**
 * Takes a plain text of up to 15 characters, which most values are: the same as `readMember` does, in one go.
 * @returns where it ends, 0 for any other value
 */
function takeShortText(at: usize, slot: u32): usize {
  if (load<u8>(at) !== quote) return 0;
  const first = at + 1;
  let bytes = v128.load(first);
  const special = specialBits(bytes);
  if (special === 0) return 0;
  const count = ctz(special);
  bytes = v128.and(bytes, firstBytes(count));
  if (load<u8>(first + count) !== quote || count === 0 || i8x16.bitmask(bytes) !== 0) return 0;
  takeValue(slot, kindPlainText, finish(mixVector(textSeed, bytes) ^ count), first, count, 0);
  return first + count + 1;
}

/** Passes a value and takes of it what the row needs. */
function readMember(at: usize, key: Key): usize {
  if (!isWanted(key)) return passValue(at);
  const end = readValue(at);
  if (end === 0) return 0;
  if (key.isJudged && !isPassedBy) takeValue(key.slot, kind, hash, start, length, numeric);
  return key.role === roleNone || takeRole(key.role, kind, hash, numeric) ? end : 0;
}

/** Passes a value and leaves what it is. @returns where it ends, 0 leaves the line to the host */
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
    return spelled(isEscaped ? textHash : hashBytes(at, end - at, spellingSeed), at, end + 1);
  }
  if (byte === openBrace || byte === openList) {
    const end = passNested(at);
    return end === 0 ? 0 : spelled(hashBytes(at, end - at, spellingSeed), at, end);
  }
  if (byte === 0x74 || byte === 0x66 || byte === 0x6e) {
    const end = passLiteral(at);
    return end === 0 ? 0 : literal(end, byte === 0x74 ? kindTrue : byte === 0x66 ? kindFalse : kindNull);
  }
  const end = readNumber(at);
  if (end === 0) return 0;
  kind = kindNumber;
  hash = hashNumber(numeric);
  return end;
}

function literal(end: usize, literalKind: u32): usize {
  kind = literalKind;
  hash = literalHash(literalKind);
  length = 0;
  return end;
}

function spelled(tokenHash: u64, from: usize, end: usize): usize {
  if (!spell(tokenHash, from, <u32>(end - from))) return 0;
  kind = spelledKind;
  hash = spelledHash;
  start = spelledStart;
  length = spelledLength;
  return end;
}

/** Passes a value that does not matter. */
function passValue(at: usize): usize {
  const byte = load<u8>(at);
  if (byte === quote) {
    const end = passText(at + 1);
    return end === 0 ? 0 : end + 1;
  }
  // That a list or object is JSON shows when it is parsed, which happens once per spelling.
  if (byte === openBrace || byte === openList) return readValue(at);
  return byte >= 0x66 ? passLiteral(at) : readNumber(at);
}

function passLiteral(at: usize): usize {
  const word = load<u32>(at);
  if (word === 0x65757274 || word === 0x6c6c756e) return at + 4; // true, null
  return word === 0x736c6166 && load<u8>(at, 4) === 0x65 ? at + 5 : 0; // false
}

/** Where a list or object ends whose brackets match in number. */
function passNested(from: usize): usize {
  let at = from;
  let depth = 0;
  do {
    const byte = load<u8>(at);
    if (byte === quote) {
      at = passText(at + 1);
      if (at === 0) return 0;
    } else if (byte === openList || byte === openBrace) depth++;
    else if (byte === closeList || byte === closeBrace) depth--;
    else if (byte === newline) return 0;
    at++;
  } while (depth > 0);
  return at;
}
