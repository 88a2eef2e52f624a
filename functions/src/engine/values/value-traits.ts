/**
 * What the text of a value implies. The profiler works these out once per distinct value, the
 * detectors read the sums; both must mean the same, so the definitions stand here alone.
 */

/** JSON type of a filled value, as one letter: text, number, boolean, list, object. */
export type ValueType = "s" | "n" | "b" | "l" | "o";

/** Bin of 1: far enough from zero's own bin that every double has room (4 × the exponents −1074…1024). */
const binOfOne = 5000;
const binsPerDoubling = 4;

/**
 * Signed log₂ bin of a JSON number, four bins a doubling: 0 for zero, `5000 + ⌊4·log₂ v + ½⌋` above,
 * its mirror image below. The order of bins is the order of size.
 * @param value any number but NaN; what overflowed to infinity counts as the largest double
 */
export function numberBin(value: number): number {
  if (value === 0) return 0;
  const size = Math.min(Math.abs(value), Number.MAX_VALUE);
  const bin = binOfOne + Math.floor(binsPerDoubling * Math.log2(size) + 0.5);
  return value < 0 ? -bin : bin;
}

/** The smallest and the largest size of the numbers in a bin; both 0 for zero's bin, negative in order of size. */
export function binLimits(bin: number): { from: number; to: number } {
  if (bin === 0) return { from: 0, to: 0 };
  const size = Math.abs(bin) - binOfOne;
  const near = 2 ** ((size - 0.5) / binsPerDoubling);
  const far = 2 ** ((size + 0.5) / binsPerDoubling);
  return bin > 0 ? { from: near, to: far } : { from: -far, to: -near };
}

/**
 * Form of a filled value: for texts `s`, the length class ⌊2·log₂(length + 1)⌋ in UTF-16 units, then `d`
 * if it has an ASCII digit and `a` if it has an ASCII letter ("s6da"); for the other types the type alone.
 * @param text the value itself for texts; not looked at for other types
 */
export function formOf(type: ValueType, text: string): string {
  return type === "s" ? textForm(text.length, /[0-9]/.test(text), /[A-Za-z]/.test(text)) : type;
}

/** Form of a text of which only this much is known; `length` in UTF-16 units. */
function textForm(length: number, hasDigit: boolean, hasLetter: boolean): string {
  return `s${Math.floor(2 * Math.log2(length + 1))}${hasDigit ? "d" : ""}${hasLetter ? "a" : ""}`;
}

/** In lower case, trimmed; each begins with an ASCII letter. */
export const nullLikeTexts: ReadonlySet<string> = new Set(["undefined", "null", "n/a", "none", "nan"]);

/** Whether a text only says "nothing". It still is a value, counted and shown apart. */
export function isNullLike(text: string): boolean {
  return text.length < 64 && nullLikeTexts.has(text.trim().toLowerCase());
}

const version = /^(v\d+(\.\d+){1,3}|\d+(\.\d+){2,3})([-+ ].*)?$/;
const isoDate = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)/;

/** Whether a value looks like a version ("2.40.1", "v2.4", "1.2.3-beta") or begins like an ISO date. */
export function isVersionText(text: string): boolean {
  return version.test(text) || isoDate.test(text);
}
