import { bucketCount } from "./event-segments.js";

const binsPerDoubling = 2;
/** Puts −x in another bucket than x. */
const negativeShift = 5;

/**
 * Bucket of a JSON number: two bins per doubling, folded onto 16. It is 0 for 0, otherwise (⌊2·log₂|x| + ½⌋ +
 * (5 if x < 0)) mod 16, never negative. The bucket of any other value is four bits of its keyed hash.
 * @param value any number except NaN; ±Infinity from an overflow counts as the largest double
 */
export function numberBucket(value: number): number {
  if (value === 0) return 0;
  const size = Math.min(Math.abs(value), Number.MAX_VALUE);
  const bin = Math.floor(binsPerDoubling * Math.log2(size) + 0.5) + (value < 0 ? negativeShift : 0);
  return ((bin % bucketCount) + bucketCount) % bucketCount;
}
