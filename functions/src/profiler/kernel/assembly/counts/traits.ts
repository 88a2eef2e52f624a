import { firstBytes } from "../hash";
import { binNumber, traitOfOddText } from "../host";
import { kindFalse, kindList, kindNumber, kindPlainText, kindTrue } from "../kinds";
import { mayBeNullLike } from "./null-like";
import { valueKind, valueLength, valueStart } from "./values";

/**
 * The trait of a value is what the detectors need to know about it, in one number. For a text: 2048 if it has an @ +
 * length class · 16 + 8 if it has digits + 4 if it has letters + 2 if it looks like a version or date + 1 if it is
 * null-like (the host decides the last two). For a number: `numberTrait` + bin.
 */
const hasAtBit: u32 = 1 << 11;
const hasDigitBit: u32 = 8;
const hasLetterBit: u32 = 4;
const isNullLikeBit: u32 = 1;
export const booleanTrait: u32 = 1 << 12;
export const listTrait: u32 = 2 << 12;
export const objectTrait: u32 = 3 << 12;
/** Added to a bin; larger than any other trait, even with the lowest bin. */
export const numberTrait: u32 = 1 << 20;

/** Whether a trait is that of a null-like text. */
export function isNullLikeTrait(trait: u32): bool {
  return trait < booleanTrait && (trait & isNullLikeBit) !== 0;
}

/** Trait of a stored value other than null and "". */
export function traitOfValue(record: usize): u32 {
  const kind = valueKind(record);
  const start = valueStart(record);
  if (kind === kindNumber) return traitOfNumber(load<f64>(start));
  return traitOfBytes(kind, start, valueLength(record));
}

/** Trait of a value that is not a number, null or "". */
export function traitOfBytes(kind: u32, start: usize, length: u32): u32 {
  if (kind === kindPlainText) return traitOfText(start, length);
  if (kind === kindTrue || kind === kindFalse) return booleanTrait;
  if (kind >= kindList) return kind === kindList ? listTrait : objectTrait;
  return traitOfOddText(kind, start, length);
}

/** Trait of an ASCII text; the host decides about the few that may be null-like or a version. */
export function traitOfText(start: usize, length: u32): u32 {
  if (mayBeNullLike(start, length) || mayBeVersion(start, start + length))
    return traitOfOddText(kindPlainText, start, length);
  let digits = 0;
  let letters = 0;
  let ats = 0;
  let at = start;
  for (const last = start + length; at < last; at += 16) {
    let bytes = v128.load(at);
    if (last - at < 16) bytes = v128.and(bytes, firstBytes(last - at));
    digits |= i8x16.bitmask(i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(10)));
    const lower = v128.or(bytes, i8x16.splat(0x20));
    letters |= i8x16.bitmask(i8x16.lt_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(26)));
    ats |= i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x40)));
  }
  return (
    (lengthClass(length) << 4) |
    (digits !== 0 ? hasDigitBit : 0) |
    (letters !== 0 ? hasLetterBit : 0) |
    (ats !== 0 ? hasAtBit : 0)
  );
}

/** ⌊2·log₂(length + 1)⌋: twice the exponent, plus 1 if the fraction is at least √2. */
function lengthClass(length: u32): u32 {
  const size = <u64>length + 1;
  const exponent = <u32>(63 - clz(size));
  return exponent * 2 + u32(size * size >= (<u64>1) << (exponent * 2 + 1));
}

/** Versions and ISO dates begin with digits (after an optional v) and then a dot or a dash. */
function mayBeVersion(start: usize, end: usize): bool {
  let at = load<u8>(start) === 118 ? start + 1 : start;
  const firstDigit = at;
  while (at < end && load<u8>(at) - 48 < 10) at++;
  return at > firstDigit && at < end && (load<u8>(at) === 46 || load<u8>(at) === 45);
}

const binOfOne: i32 = 5000;
/** Limits of the bins between 1 and 2: 2^(1/8), 2^(3/8), 2^(5/8), 2^(7/8). */
const secondBin: f64 = 1.0905077326652577;
const thirdBin: f64 = 1.2968395546510096;
const fourthBin: f64 = 1.542210825407941;
const nextBin: f64 = 1.8340080864093424;
/** The host decides about numbers closer to a limit than this, because its logarithm rounds. */
const tooClose: f64 = 1e-9;

/** Trait of a number: its bin is ±(5000 + ⌊4·log₂ |x| + ½⌋), read from the exponent and the fraction of the double. */
export function traitOfNumber(value: f64): u32 {
  if (value === 0) return numberTrait;
  const bits = reinterpret<u64>(value);
  const exponent = <i32>((bits >>> 52) & 0x7ff) - 1023;
  const fraction = reinterpret<f64>((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
  if (
    exponent === -1023 ||
    abs(fraction - secondBin) < tooClose ||
    abs(fraction - thirdBin) < tooClose ||
    abs(fraction - fourthBin) < tooClose ||
    abs(fraction - nextBin) < tooClose
  )
    return numberTrait + binNumber(value);
  const step =
    i32(fraction > secondBin) +
    i32(fraction > thirdBin) +
    i32(fraction > fourthBin) +
    i32(fraction > nextBin);
  const bin = binOfOne + exponent * 4 + step;
  return numberTrait + (value < 0 ? -bin : bin);
}
