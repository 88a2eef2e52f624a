import { finish, firstBytes, mixVector, tokenSeed, hashBytes, textSeed } from "../hash";

const quote: u8 = 0x22;
const backslash: u8 = 0x5c;

/** Hash of the text that `readText` read last, from the bytes between its quotes. */
export let textHash: u64 = 0;
/** Whether that text has neither escapes nor non-ASCII bytes. */
export let isAscii: bool = false;
export let isEscaped: bool = false;

/**
 * Vectors of 16 equal bytes. They are loaded from memory because V8 would build a constant vector anew, in three
 * instructions, at every use.
 */
const quotes: usize = memory.data<u8>([
  0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22,
]);
const backslashes: usize = memory.data<u8>([
  0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c,
]);
const spaces: usize = memory.data<u8>([
  0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20,
]);
const lastControls: usize = memory.data<u8>([
  0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f,
]);

/** One bit for each byte of a vector that is a quote, a backslash or a control character. */
export function specialBits(bytes: v128): i32 {
  const control = i8x16.eq(i8x16.min_u(bytes, v128.load(lastControls)), bytes);
  return i8x16.bitmask(v128.or(quotesOf(bytes), control));
}

/** One bit for each byte of a vector that is a quote, a backslash, a control character or not ASCII. */
export function unusualBits(bytes: v128): i32 {
  return i8x16.bitmask(v128.or(quotesOf(bytes), i8x16.lt_s(bytes, v128.load(spaces))));
}

function quotesOf(bytes: v128): v128 {
  return v128.or(i8x16.eq(bytes, v128.load(quotes)), i8x16.eq(bytes, v128.load(backslashes)));
}

/**
 * Reads and hashes a text, 16 bytes at a time.
 * @param start position of its first character
 * @returns the position of its closing quote, 0 when it is not JSON
 */
export function readText(start: usize): usize {
  let state = textSeed;
  let at = start;
  let high = 0;
  let bytes = v128.load(at);
  let special = specialBits(bytes);
  while (special === 0) {
    high |= i8x16.bitmask(bytes);
    state = mixVector(state, bytes);
    at += 16;
    bytes = v128.load(at);
    special = specialBits(bytes);
  }
  const rest = ctz(special);
  const end = at + rest;
  if (load<u8>(end) !== quote) return load<u8>(end) === backslash ? readEscapedText(start, end) : 0;
  if (rest !== 0) {
    bytes = v128.and(bytes, firstBytes(rest));
    high |= i8x16.bitmask(bytes);
    state = mixVector(state, bytes);
  }
  textHash = finish(state ^ (end - start));
  isAscii = high === 0;
  isEscaped = false;
  return end;
}

/** Skips a text. @returns the position of its closing quote, 0 when it is not JSON */
export function skipText(start: usize): usize {
  let at = start;
  let special = specialBits(v128.load(at));
  while (special === 0) {
    at += 16;
    special = specialBits(v128.load(at));
  }
  const end = at + ctz(special);
  if (load<u8>(end) === quote) return end;
  return load<u8>(end) === backslash ? escapedEnd(end) : 0;
}

/** A text with escapes is hashed as it is written; `resolveToken` finds its value. */
function readEscapedText(start: usize, firstEscape: usize): usize {
  const end = escapedEnd(firstEscape);
  if (end === 0) return 0;
  textHash = hashBytes(start, end - start, tokenSeed);
  isAscii = false;
  isEscaped = true;
  return end;
}

/** Position of the closing quote of a text whose first escape is at `start`; 0 when it is not JSON. */
function escapedEnd(start: usize): usize {
  let at = start;
  for (let byte = load<u8>(at); byte !== quote; byte = load<u8>(at)) {
    if (byte < 0x20) return 0;
    at++;
    if (byte !== backslash) continue;
    const escape = load<u8>(at++);
    if (escape === 0x75) {
      for (let i = 0; i < 4; i++) if (!isHexDigit(load<u8>(at++))) return 0;
    } else if (!isShortEscape(escape)) return 0;
  }
  return at;
}

function isHexDigit(byte: u8): bool {
  const letter = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (letter >= 0x61 && letter <= 0x66);
}

/** One of `"\/bfnrt`. */
function isShortEscape(byte: u8): bool {
  switch (byte) {
    case 0x22:
    case 0x5c:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return true;
    default:
      return false;
  }
}

/** Whether bytes are valid UTF-8 (Unicode standard, table 3-7): no surrogates, no overlong forms. */
export function isUtf8(start: usize, end: usize): bool {
  let at = start;
  while (at < end) {
    const notAscii = i8x16.bitmask(v128.load(at));
    if (notAscii === 0) {
      at += 16;
      continue;
    }
    at += ctz(notAscii);
    if (at >= end) break;
    const first = load<u8>(at++);
    if (first < 0xc2 || first > 0xf4) return false;
    const second = load<u8>(at++);
    let low: u8 = 0x80;
    let high: u8 = 0xbf;
    if (first === 0xe0) low = 0xa0;
    else if (first === 0xed) high = 0x9f;
    else if (first === 0xf0) low = 0x90;
    else if (first === 0xf4) high = 0x8f;
    if (second < low || second > high) return false;
    if (first >= 0xe0 && (load<u8>(at++) & 0xc0) !== 0x80) return false;
    if (first >= 0xf0 && (load<u8>(at++) & 0xc0) !== 0x80) return false;
  }
  return true;
}
