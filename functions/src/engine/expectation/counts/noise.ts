import { logCount, mean, sum } from "../../stats/moments.js";

const noiseDays = 42;
const keptShare = 0.9;
const noiseScale = 1.6;
const minDays = 7;
const unknownNoise = 0.3;
const fewestExpected = 10;
const fewestPart = 0.5;

/**
 * Normal variation σ of one day in natural logarithms: 1.6 × the mean of the ⌈0.9·n⌉ smallest
 * |ln((y+½)/(E+½))|. The largest tenth is dropped so that past incidents don't widen σ. Days on which hardly any
 * events are expected don't count beside days with more: between 0 and 2 events there is a factor of 5.
 * @param days observed and expected events of the baseline days that have an expectation, oldest first; only the last
 * 42 count
 * @param age days of history before the window; below 21 days σ is at least 0.30
 */
export function noiseOf(days: readonly { observed: number; expected: number }[], age: number): number {
  const recent = days.slice(-noiseDays);
  const least = Math.min(fewestExpected, fewestPart * mean(recent.map(({ expected }) => expected)));
  const errors = recent
    .filter(({ expected }) => expected >= least)
    .map(({ observed, expected }) => Math.abs(logCount(observed) - logCount(expected)));
  if (errors.length < minDays) return unknownNoise;
  const kept = Float64Array.from(errors)
    .sort()
    .subarray(0, Math.ceil(keptShare * errors.length));
  const noise = noiseScale * (sum(kept) / kept.length);
  return age < 21 ? Math.max(noise, unknownNoise) : noise;
}

/** How many days before the window errors are taken from. */
export const noiseReach = noiseDays;
