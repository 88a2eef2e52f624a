import { bucketCount } from "./model.js";

const binsPerDoubling = 2;
/** Keeps −x out of the bucket of x. */
const negativeShift = 5;

/**
 * Bucket of a JSON number (of any other value: four bits of its keyed hash), two bins a doubling folded onto 16: 0 for 0, else
 * (⌊2·log₂|x| + ½⌋ + (5 if x < 0)) mod 16, never negative.
 * @param value any number but NaN; what overflowed to infinity counts as the largest double
 */
export function numberBucket(value: number): number {
  if (value === 0) return 0;
  const size = Math.min(Math.abs(value), Number.MAX_VALUE);
  const bin = Math.floor(binsPerDoubling * Math.log2(size) + 0.5) + (value < 0 ? negativeShift : 0);
  return ((bin % bucketCount) + bucketCount) % bucketCount;
}
