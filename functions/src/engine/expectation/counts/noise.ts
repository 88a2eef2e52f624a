import { logCount, mean, sum } from "../../stats/moments.js";

const noiseDays = 42;
const keptShare = 0.9;
const noiseScale = 1.6;
const minDays = 7;
const unknownNoise = 0.3;
const fewestExpected = 10;
const fewestPart = 0.5;

type ObservedDay = { observed: number; expected: number };

/**
 * Normal variation σ of one day in natural logarithms: 1.6 × the mean of the ⌈0.9·n⌉ smallest
 * |ln((y+½)/(E+½))|. The largest tenth is dropped so that past incidents don't widen σ. Days on which hardly any
 * events are expected don't count beside days with more: between 0 and 2 events there is a factor of 5.
 * @param days observed and expected events of the baseline days that have an expectation, oldest first; only the last
 * 42 count
 * @param age days of history before the window; below 21 days σ is at least 0.30
 */
export function noiseOf(days: readonly ObservedDay[], age: number): number {
  const errors = errorsOf(days);
  if (errors.length < minDays) return unknownNoise;
  const noise = trimmedNoise(errors);
  return age < 21 ? Math.max(noise, unknownNoise) : noise;
}

/** The same of any number of days, which may be 0. */
export function noiseOfFewDays(days: readonly ObservedDay[]): { sigma: number; days: number } {
  const errors = errorsOf(days);
  return { sigma: errors.length === 0 ? unknownNoise : trimmedNoise(errors), days: errors.length };
}

function errorsOf(days: readonly ObservedDay[]): number[] {
  const recent = days.slice(-noiseDays);
  const least = Math.min(fewestExpected, fewestPart * mean(recent.map(({ expected }) => expected)));
  return recent
    .filter(({ expected }) => expected >= least)
    .map(({ observed, expected }) => Math.abs(logCount(observed) - logCount(expected)));
}

function trimmedNoise(errors: readonly number[]): number {
  const kept = Float64Array.from(errors)
    .sort()
    .subarray(0, Math.ceil(keptShare * errors.length));
  return noiseScale * (sum(kept) / kept.length);
}

/** How many days before the window errors are taken from. */
export const noiseReach = noiseDays;
