import { traitOfOddText } from "../host";
import { kindPlainText, kindText } from "../kinds";

const isNullLikeBit: u32 = 1;
/** A null-like text has fewer than 64 characters, of at most 6 bytes each (an escape). */
const maxBytes: u32 = 6 * 63;

/** Lengths and first letters (bit 0: a) of null-like texts; the host sets them. */
let nullLikeLengths: u64 = 0;
let nullLikeLetters: u32 = 0;

export function setNullLikeShapes(lengths: u64, letters: u32): void {
  nullLikeLengths = lengths;
  nullLikeLetters = letters;
}

/** Whether a text means that there is no value, such as "undefined". The host decides about the few candidates. */
export function isNullLikeText(kind: u32, start: usize, length: u32): bool {
  const isCandidate =
    kind === kindPlainText
      ? mayBeNullLike(start, length)
      : kind === kindText && length <= maxBytes && hasOnlySpaceBeyondAscii(start, length);
  return isCandidate && (traitOfOddText(kind, start, length) & isNullLikeBit) !== 0;
}

/** Whether an ASCII text has the length and the first letter of a null-like text. */
export function mayBeNullLike(start: usize, length: u32): bool {
  let first = start;
  let end = start + length;
  while (first < end && load<u8>(first) === 32) first++;
  while (first < end && load<u8>(end - 1) === 32) end--;
  const trimmed = <u32>(end - first);
  if (trimmed > 63 || ((nullLikeLengths >>> trimmed) & 1) === 0) return false;
  const letter = <u32>(load<u8>(first) | 32) - 97;
  return letter < 26 && ((nullLikeLetters >>> letter) & 1) !== 0;
}

/**
 * Whether the first non-ASCII character or the first escape may be white space, which null-like texts may have around
 * them. That one character rules out most other texts.
 */
function hasOnlySpaceBeyondAscii(start: usize, length: u32): bool {
  for (let at = start; at < start + length; at++) {
    const byte = load<u8>(at);
    if (byte === 0x5c) return true;
    if (byte < 0x80) continue;
    const next = load<u8>(at + 1);
    switch (byte) {
      case 0xc2: // U+00A0
        return next === 0xa0;
      case 0xe1: // U+1680
        return next === 0x9a;
      case 0xe2: // U+2000 to U+205F
        return next === 0x80 || next === 0x81;
      case 0xe3: // U+3000
        return next === 0x80;
      case 0xef: // U+FEFF
        return next === 0xbb;
      default:
        return false;
    }
  }
  return false;
}
