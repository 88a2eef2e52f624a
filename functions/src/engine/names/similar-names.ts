/**
 * Words of a name, in lower case and singular: "Checkout Started", "checkout_started" and "checkoutStarted" have the same.
 */
const wordsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map(singular);

const singular = (word: string): string =>
  word.length > 3 && word.endsWith("ies")
    ? `${word.slice(0, -3)}y`
    : word.length > 3 && word.endsWith("s") && !word.endsWith("ss")
      ? word.slice(0, -1)
      : word;

/** Share of words in common, 0–1 (Dice's coefficient); names that differ only in case or separators have 1. */
export function nameSimilarity(a: string, b: string): number {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  if (first.join("") === second.join("")) return 1;
  const [left, right] = [new Set(first), new Set(second)];
  const common = [...left].filter((word) => right.has(word)).length;
  return left.size + right.size === 0 ? 0 : (2 * common) / (left.size + right.size);
}

/** How two names differ that may be meant as one. */
export type NearDifference = "case" | "separator" | "plural" | "letter";

/** Names shorter than this may differ in one letter and mean different things. */
const shortestWithTypo = 6;

/**
 * How two different names differ if they look like the same one: in case, in separators (and case), in singular and plural,
 * or in one letter (added, left out, replaced, or two swapped). Null for names that differ in more, or in a digit.
 */
export function nearDifference(a: string, b: string): NearDifference | null {
  if (a === b) return null;
  if (a.toLowerCase() === b.toLowerCase()) return "case";
  const [joinedA, joinedB] = [lettersOf(a), lettersOf(b)];
  if (joinedA === joinedB) return joinedA === "" ? null : "separator";
  if (wordsOf(a).join("") === wordsOf(b).join("")) return "plural";
  return isOneLetterOff(joinedA, joinedB) ? "letter" : null;
}

/**
 * Names that `nearDifference` finds alike have a key in common: their words, or their letters with at most one left out.
 * So of many names, only those that share a key must be compared.
 */
export function nearKeys(name: string): Set<string> {
  const letters = lettersOf(name);
  const keys = new Set([letters, wordsOf(name).join("")]);
  if (letters.length >= shortestWithTypo)
    for (let at = 0; at < letters.length; at++) keys.add(letters.slice(0, at) + letters.slice(at + 1));
  return keys;
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

function isOneLetterOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < shortestWithTypo || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
  const [left, right] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  const isSwapped = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
  return ((left.length <= 1 && right.length <= 1) || isSwapped) && !/[\p{N}]/u.test(left + right);
}
