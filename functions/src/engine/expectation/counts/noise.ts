import { sum } from "../../stats/moments.js";

const noiseDays = 42;
const keptShare = 0.9;
const noiseScale = 1.6;
const minDays = 7;
const unknownNoise = 0.3;

/**
 * Normal variation σ of one day in natural logarithms: 1.6 × the mean of the ⌈0.9·n⌉ smallest
 * |ln((y+½)/(E+½))|. The largest tenth is dropped so that past incidents don't widen σ.
 * @param errors |ln((y+½)/(E+½))| of the baseline days that have an expectation, oldest first; only the last
 * 42 count
 * @param age days of history before the window; below 21 days σ is at least 0.30
 */
export function noiseOf(errors: readonly number[], age: number): number {
  const recent = errors.slice(-noiseDays);
  if (recent.length < minDays) return unknownNoise;
  const kept = Float64Array.from(recent)
    .sort()
    .subarray(0, Math.ceil(keptShare * recent.length));
  const noise = noiseScale * (sum(kept) / kept.length);
  return age < 21 ? Math.max(noise, unknownNoise) : noise;
}

/** How many days before the window errors are taken from. */
export const noiseReach = noiseDays;
