import { medianInPlace } from "../../stats/robust.js";

const memoryDays = 28;
const centerDays = 14;
const halfLifeDays = 5;
const clipWidth = 1.5;
const minSpread = 0.01;
const weights = Float64Array.from({ length: memoryDays + 1 }, (_, age) => 0.5 ** (age / halfLifeDays));

const scratch = new Float64Array(memoryDays);

/**
 * Level before day `day`: the logarithm of a typical day's count, from the up to 28 days before it. It is the
 * median of the last 14 days plus an exponentially weighted mean (half-life 5 days) of the deviations from
 * that median. Each deviation is clipped to ±1.5 robust spreads, so that one unusual day barely moves the
 * level.
 * @param adjusted ln(y+½) − weekday index per day, valid from `start` on
 * @returns NaN if the series has no day before `day`
 */
export function levelBefore(adjusted: Float64Array, start: number, day: number): number {
  const length = Math.min(memoryDays, day - start);
  if (length < 1) return Number.NaN;

  const centerLength = Math.min(centerDays, length);
  for (let i = 0; i < centerLength; i++) scratch[i] = adjusted[day - 1 - i]!;
  const center = medianInPlace(scratch, centerLength);

  for (let i = 0; i < length; i++) scratch[i] = Math.abs(adjusted[day - 1 - i]! - center);
  const bound = clipWidth * Math.max(minSpread, 1.4826 * medianInPlace(scratch, length));

  let weighted = 0;
  let weight = 0;
  for (let age = 1; age <= length; age++) {
    const deviation = adjusted[day - age]! - center;
    weighted += weights[age]! * Math.max(-bound, Math.min(bound, deviation));
    weight += weights[age]!;
  }
  return center + weighted / weight;
}
