import { formOf, isNullLike, isVersionLike, nullLikeTexts } from "../shares/value-traits.js";

/**
 * What the detectors read off a value, as one number (`kernel/assembly/traits.ts`). Texts: length class · 16, digits 8,
 * letters 4, version-like 2, null-like 1. Numbers: `numberTrait` + bin.
 */
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
/** Beyond every bin, below every trait of a number. */
const lowestNumberTrait = numberTrait - (1 << 16);

/** Trait of a text, from its form. */
export function textTrait(text: string): number {
  const [, lengthClass, digit, letter] = /^s(\d+)(d?)(a?)$/.exec(formOf("s", text))!;
  return (
    Number(lengthClass) * 16 +
    (digit === "" ? 0 : hasDigitBit) +
    (letter === "" ? 0 : hasLetterBit) +
    (isVersionLike(text) ? isVersionLikeBit : 0) +
    (isNullLike(text) ? isNullLikeBit : 0)
  );
}

/** What a trait says; `bin` of numbers alone. */
export type TraitMeaning = { form: string; isVersionLike: boolean; isNullLike: boolean; bin: number | null };

export function meaningOf(trait: number): TraitMeaning {
  const none = { isVersionLike: false, isNullLike: false, bin: null };
  if (trait > lowestNumberTrait) return { ...none, form: "n", bin: trait - numberTrait };
  const type = typeTraits.get(trait);
  if (type !== undefined) return { ...none, form: type };
  const digit = (trait & hasDigitBit) === 0 ? "" : "d";
  const letter = (trait & hasLetterBit) === 0 ? "" : "a";
  return {
    form: `s${trait >> 4}${digit}${letter}`,
    isVersionLike: (trait & isVersionLikeBit) !== 0,
    isNullLike: (trait & isNullLikeBit) !== 0,
    bin: null,
  };
}

/** Lengths (bits) and first letters (bits from a on) of null-like texts: others need not be looked at. */
export function nullLikeShapes(): { lengths: bigint; letters: number } {
  let lengths = 0n;
  let letters = 0;
  for (const text of nullLikeTexts) {
    lengths |= 1n << BigInt(text.length);
    letters |= 1 << (text.charCodeAt(0) - 97);
  }
  return { lengths, letters };
}
