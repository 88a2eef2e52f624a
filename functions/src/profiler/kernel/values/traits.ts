import { formOf, isNullLike, isVersionText, nullLikeTexts } from "../../../aggregates/value-traits.js";

/**
 * The trait of a value is what the detectors need to know about it, in one number; `assembly/counts/traits.ts`
 * computes most of them. For a text: 2048 if it has an @ + length class · 16 + 8 if it has digits + 4 if it has letters +
 * 2 if it looks like a version or date + 1 if it is null-like. For a number: `numberTrait` + bin.
 */
const hasAtBit = 1 << 11;
const hasDigitBit = 8;
const hasLetterBit = 4;
const isVersionLikeBit = 2;
const isNullLikeBit = 1;
const typeTraits = new Map([
  [1 << 12, "b"],
  [2 << 12, "l"],
  [3 << 12, "o"],
]);
const numberTrait = 1 << 20;
/** Above the trait of every other value, below the trait of every number. */
const lowestNumberTrait = numberTrait - (1 << 16);

/** Trait of a text. */
export function traitOfText(text: string): number {
  const [, lengthClass, digit, letter] = /^s(\d+)(d?)(a?)$/.exec(formOf("s", text))!;
  return (
    (text.includes("@") ? hasAtBit : 0) +
    Number(lengthClass) * 16 +
    (digit === "" ? 0 : hasDigitBit) +
    (letter === "" ? 0 : hasLetterBit) +
    (isVersionText(text) ? isVersionLikeBit : 0) +
    (isNullLike(text) ? isNullLikeBit : 0)
  );
}

/** Whether a trait is that of a text with an @, which may be an email address. */
export const hasAt = (trait: number): boolean => (trait & ~(hasAtBit - 1)) === hasAtBit;

/** The parts of a trait; only numbers have a bin. */
export type DecodedTrait = { form: string; isVersionLike: boolean; isNullLike: boolean; bin: number | null };

export function decodeTrait(trait: number): DecodedTrait {
  const none = { isVersionLike: false, isNullLike: false, bin: null };
  if (trait > lowestNumberTrait) return { ...none, form: "n", bin: trait - numberTrait };
  const type = typeTraits.get(trait);
  if (type !== undefined) return { ...none, form: type };
  const digit = (trait & hasDigitBit) === 0 ? "" : "d";
  const letter = (trait & hasLetterBit) === 0 ? "" : "a";
  return {
    form: `s${(trait & ~hasAtBit) >> 4}${digit}${letter}`,
    isVersionLike: (trait & isVersionLikeBit) !== 0,
    isNullLike: (trait & isNullLikeBit) !== 0,
    bin: null,
  };
}

/**
 * Lengths (bit n: length n) and first letters (bit 0: a) of null-like texts. With them, the kernel need not ask
 * the host about most texts.
 */
export function nullLikeShapes(): { lengths: bigint; letters: number } {
  let lengths = 0n;
  let letters = 0;
  for (const text of nullLikeTexts) {
    lengths |= 1n << BigInt(text.length);
    letters |= 1 << (text.charCodeAt(0) - 97);
  }
  return { lengths, letters };
}
