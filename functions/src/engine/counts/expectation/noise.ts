import { sum } from "../../stats/moments.js";

const noiseDays = 42;
const keptShare = 0.9;
const noiseScale = 1.6;
const minDays = 7;
const unknownNoise = 0.3;

/**
 * Noise σ of an ordinary day in natural logarithms: 1.6 × the mean of the ⌈0.9·n⌉ smallest |ln((y+½)/(E+½))|.
 * The largest tenth is left out, so that past incidents do not widen it.
 * @param errors |ln((y+½)/(E+½))| of the baseline days that have an expectation, oldest first; the last 42 count
 * @param age days of history before the window; a young event has at least 0.30
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

/** First day, counted back from the window, whose error may count. */
export const noiseReach = noiseDays;
