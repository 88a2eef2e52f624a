/** Sum. Added in the given order, so that the same input always gives the same bits. */
export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Arithmetic mean; NaN for no values. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** Variance with the divisor n − 1; 0 for fewer than two values. */
export function sampleVariance(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const center = mean(values);
  return sum(values.map((value) => (value - center) ** 2)) / (values.length - 1);
}

/** ln(y + ½): the logarithm of a count that may be 0. */
export function logCount(count: number): number {
  return Math.log(count + 0.5);
}
