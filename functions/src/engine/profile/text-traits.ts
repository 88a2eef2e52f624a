import { isNullLike, isVersionLike, longestNullLike } from "../shares/value-traits.js";

/** What the detectors read off a text, see `value-traits.ts`. */
export const hasDigitBit = 1;
export const hasLetterBit = 2;
export const isNullLikeBit = 4;
export const isVersionLikeBit = 8;

export const textTraits = (text: string): number =>
  (/[0-9]/.test(text) ? hasDigitBit : 0) |
  (/[A-Za-z]/.test(text) ? hasLetterBit : 0) |
  (isNullLike(text) ? isNullLikeBit : 0) |
  (isVersionLike(text) ? isVersionLikeBit : 0);

/** The same for ASCII bytes; a string is made only of the few that may be null-like or a version. */
export function asciiTraits(bytes: Buffer, start: number, length: number): number {
  let traits = 0;
  const end = start + length;
  for (let at = start; at < end && traits !== (hasDigitBit | hasLetterBit); at++) {
    const byte = bytes[at]!;
    if (isDigit(byte)) traits |= hasDigitBit;
    else if ((byte | 32) >= 97 && (byte | 32) <= 122) traits |= hasLetterBit;
  }
  const mayBeNullLike = trimmedLength(bytes, start, end) <= longestNullLike;
  const mayBeVersion = (traits & hasDigitBit) !== 0 && beginsLikeVersion(bytes, start, end);
  if (!mayBeNullLike && !mayBeVersion) return traits;
  return textTraits(bytes.toString("latin1", start, end));
}

function trimmedLength(bytes: Uint8Array, start: number, end: number): number {
  while (start < end && bytes[start] === 32) start++;
  while (start < end && bytes[end - 1] === 32) end--;
  return end - start;
}

/** Versions and ISO dates begin with digits (after an optional v) and then a dot or a dash. */
function beginsLikeVersion(bytes: Uint8Array, start: number, end: number): boolean {
  let at = bytes[start] === 118 ? start + 1 : start;
  const firstDigit = at;
  while (at < end && isDigit(bytes[at]!)) at++;
  return at > firstDigit && (bytes[at] === 46 || bytes[at] === 45);
}

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;
