/** Scratch space for medians of few values, for which insertion sort is fastest. */
const scratch = new Float64Array(32);

/**
 * Median; for an even number of values, the mean of the two middle ones.
 * @param values at least one finite number, in any order; not changed
 * @throws RangeError when `values` is empty
 */
export function median(values: ArrayLike<number>): number {
  const { length } = values;
  if (length === 0) throw new RangeError("the median of no values");
  const sorted = length <= scratch.length ? scratch : new Float64Array(length);
  for (let i = 0; i < length; i++) sorted[i] = values[i]!;
  return length <= scratch.length ? medianInPlace(sorted, length) : middleOf(sorted.sort());
}

/**
 * Median absolute deviation about the median, unscaled (times 1.4826 it estimates a normal standard deviation).
 * @param values at least one finite number, in any order; not changed
 * @throws RangeError when `values` is empty
 * @see Rousseeuw & Croux (1993), "Alternatives to the Median Absolute Deviation"
 */
export function medianAbsoluteDeviation(values: ArrayLike<number>): number {
  return medianDistance(values, median(values));
}

/** Median of |value − center|. @throws RangeError when `values` is empty */
function medianDistance(values: ArrayLike<number>, center: number): number {
  return median(Float64Array.from(values, (value) => Math.abs(value - center)));
}

/** Median of at least one value, already sorted. */
function middleOf(sorted: Float64Array): number {
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/**
 * Median of the first `length` numbers of a scratch buffer, which is sorted in place. This avoids an allocation for
 * each of the tens of thousands of short series that a large project has.
 */
export function medianInPlace(buffer: Float64Array, length: number): number {
  for (let i = 1; i < length; i++) {
    const value = buffer[i]!;
    let at = i;
    while (at > 0 && buffer[at - 1]! > value) {
      buffer[at] = buffer[at - 1]!;
      at--;
    }
    buffer[at] = value;
  }
  const half = length >> 1;
  return length % 2 === 1 ? buffer[half]! : (buffer[half - 1]! + buffer[half]!) / 2;
}
