import { personalKinds, type PersonalRows } from "../../../aggregates/model.js";
import { kindNumber } from "../kinds.js";
import type { ProfileKernel } from "../profile-kernel.js";
import { personalKindOf } from "../values/personal-value.js";
import { hasAt } from "../values/traits.js";
import { textOf, valueWords } from "../values/value-text.js";

/**
 * About so many values are checked first, chosen by their hashes, and every text with an @: most properties have nothing
 * personal, and checking takes time.
 */
const firstChecked = 40;

/**
 * Rows with values that are certainly personal data, by kind; null without. An estimate if not all values are counted.
 * @param words the counted values as the kernel lists them
 * @param missing rows that a count may lack: without a sample, values with no more of them stand for those that aren't counted
 * @param uncounted rows with such values
 */
export function personalRows(
  kernel: ProfileKernel,
  words: Uint32Array,
  missing: number,
  uncounted: number,
): PersonalRows | null {
  const kindAt = (at: number) =>
    personalKindOf(textOf(kernel, { rows: 0, kind: words[at + 3]!, record: words[at + 5]! }));
  let texts = 0;
  for (let at = 0; at < words.length; at += valueWords) if (words[at + 3]! > kindNumber) texts++;
  const step = Math.ceil(texts / firstChecked);
  const isChecked = (at: number) =>
    words[at + 3]! > kindNumber && (words[at]! % step === 0 || hasAt(words[at + 4]!));
  let at = 0;
  while (at < words.length && !(isChecked(at) && kindAt(at))) at += valueWords;
  if (at >= words.length) return null;

  // A sketch's sample is listed last, with no rows.
  const hasSample = words.at(2 - valueWords) === 0;
  const isUncounted = (rows: number) => (hasSample ? rows === 0 : rows <= missing);
  const [found, rare]: [PersonalRows, PersonalRows] = [{}, {}];
  let rareValues = 0;
  for (at = 0; at < words.length; at += valueWords) {
    const kind = words[at + 3]! > kindNumber ? kindAt(at) : null;
    const isRare = words[at + 3]! >= kindNumber && isUncounted(words[at + 2]!);
    if (isRare) rareValues++;
    if (!kind) continue;
    found[kind] = (found[kind] ?? 0) + words[at + 2]!;
    if (isRare) rare[kind] = (rare[kind] ?? 0) + 1;
  }
  for (const kind of personalKinds)
    if (rare[kind]) found[kind]! += Math.round((uncounted * rare[kind]) / rareValues);
  return found;
}
