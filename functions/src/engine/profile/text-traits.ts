import { isNullLike, isVersionLike, longestNullLike } from "../shares/value-traits.js";

/** What the detectors read off a text, see `value-traits.ts`. `length` in UTF-16 units. */
export type TextTraits = {
  length: number;
  hasDigit: boolean;
  hasLetter: boolean;
  isNullLike: boolean;
  isVersionLike: boolean;
};

export const textTraits = (text: string): TextTraits => ({
  length: text.length,
  hasDigit: /[0-9]/.test(text),
  hasLetter: /[A-Za-z]/.test(text),
  isNullLike: isNullLike(text),
  isVersionLike: isVersionLike(text),
});

/** The same for ASCII bytes; a string is made only of the few that may be null-like or a version. */
export function asciiTraits(bytes: Buffer, start: number, length: number): TextTraits {
  let hasDigit = false;
  let hasLetter = false;
  const end = start + length;
  for (let at = start; at < end && !(hasDigit && hasLetter); at++) {
    const byte = bytes[at]!;
    if (isDigit(byte)) hasDigit = true;
    else if ((byte | 32) >= 97 && (byte | 32) <= 122) hasLetter = true;
  }
  const text = () => bytes.toString("latin1", start, end);
  return {
    length,
    hasDigit,
    hasLetter,
    isNullLike: trimmedLength(bytes, start, end) <= longestNullLike && isNullLike(text()),
    isVersionLike: hasDigit && beginsLikeVersion(bytes, start, end) && isVersionLike(text()),
  };
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
