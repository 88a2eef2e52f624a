/**
 * Traits that follow from the text of a value. The profiler computes them once per distinct value and the
 * detectors read the sums. Both must use the same definitions, so these are the only ones.
 */

/** JSON type of a filled value, as one letter: text, number, boolean, list, object. */
export type ValueType = "s" | "n" | "b" | "l" | "o";

/** Bin of 1: far enough from the bin of 0 to leave room for every double (4 × the exponents −1074…1024). */
const binOfOne = 5000;
const binsPerDoubling = 4;

/**
 * Signed log₂ bin of a JSON number, four bins per doubling: 0 for zero, `5000 + ⌊4·log₂ v + ½⌋` for positive
 * numbers, and its negative mirror image for negative ones. Bins sort like the numbers in them.
 * @param value any number but NaN; a value that overflowed to infinity counts as the largest double
 */
export function numberBin(value: number): number {
  if (value === 0) return 0;
  const size = Math.min(Math.abs(value), Number.MAX_VALUE);
  const bin = binOfOne + Math.floor(binsPerDoubling * Math.log2(size) + 0.5);
  return value < 0 ? -bin : bin;
}

/** Limits of the numbers in a bin, `from` below `to`; both are 0 for the bin of 0. */
export function binLimits(bin: number): { from: number; to: number } {
  if (bin === 0) return { from: 0, to: 0 };
  const size = Math.abs(bin) - binOfOne;
  const near = 2 ** ((size - 0.5) / binsPerDoubling);
  const far = 2 ** ((size + 0.5) / binsPerDoubling);
  return bin > 0 ? { from: near, to: far } : { from: -far, to: -near };
}

/**
 * Form of a filled value: for texts `s`, the length class ⌊2·log₂(length + 1)⌋ in UTF-16 units, then `d`
 * if it has an ASCII digit and `a` if it has an ASCII letter ("s6da"); for the other types only the type.
 * @param text the value itself for texts; ignored for other types
 */
export function formOf(type: ValueType, text: string): string {
  return type === "s" ? textForm(text.length, /[0-9]/.test(text), /[A-Za-z]/.test(text)) : type;
}

/** Form of a text; `length` in UTF-16 units. */
function textForm(length: number, hasDigit: boolean, hasLetter: boolean): string {
  return `s${Math.floor(2 * Math.log2(length + 1))}${hasDigit ? "d" : ""}${hasLetter ? "a" : ""}`;
}

/** Lowercase and trimmed; each begins with an ASCII letter. */
export const nullLikeTexts: ReadonlySet<string> = new Set(["undefined", "null", "n/a", "none", "nan"]);

/** Whether a text only means "no value". It still counts as a value, but is counted and shown separately. */
export function isNullLike(text: string): boolean {
  return text.length < 64 && nullLikeTexts.has(text.trim().toLowerCase());
}

const version = /^(v\d+(\.\d+){1,3}|\d+(\.\d+){2,3})([-+ ].*)?$/;
const isoDate = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)/;

/** Whether a value looks like a version ("2.40.1", "v2.4", "1.2.3-beta") or begins like an ISO date. */
export function isVersionText(text: string): boolean {
  return version.test(text) || isoDate.test(text);
}
