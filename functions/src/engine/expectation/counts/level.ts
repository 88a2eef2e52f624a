import { medianInPlace } from "../../stats/robust.js";

const memoryDays = 28;
const centerDays = 14;
const halfLifeDays = 5;
const clipWidth = 1.5;
const minSpread = 0.01;
const weights = Float64Array.from({ length: memoryDays + 1 }, (_, age) => 0.5 ** (age / halfLifeDays));

const scratch = new Float64Array(memoryDays);

/** Growth continues, but less each day: after a week by 6 days' worth. */
const damping = 0.95;

/** How many days' growth to expect `days` after the day of a level: Σ 0.95^i, i = 1…days. */
export const dampedDays = (days: number): number => (damping * (1 - damping ** days)) / (1 - damping);

/**
 * Level on day `day`: the logarithm of a typical day's count, from the up to 28 days before it, each carried forward by
 * its growth until then. It is the median of the last 14 days plus an exponentially weighted mean (half-life 5 days) of
 * the deviations from that median. Each deviation is clipped to ±1.5 robust spreads, so that one unusual day barely
 * moves the level.
 * @param adjusted ln(y+½) − weekday index per day, valid from `start` on
 * @param growth per day
 * @returns NaN if the series has no day before `day`
 */
export function levelBefore(adjusted: Float64Array, start: number, day: number, growth: number): number {
  const length = Math.min(memoryDays, day - start);
  if (length < 1) return Number.NaN;

  const centerLength = Math.min(centerDays, length);
  const carried = (age: number): number => adjusted[day - age]! + growth * age;
  for (let i = 0; i < centerLength; i++) scratch[i] = carried(i + 1);
  const center = medianInPlace(scratch, centerLength);

  for (let i = 0; i < length; i++) scratch[i] = Math.abs(carried(i + 1) - center);
  const bound = clipWidth * Math.max(minSpread, 1.4826 * medianInPlace(scratch, length));

  let weighted = 0;
  let weight = 0;
  for (let age = 1; age <= length; age++) {
    const deviation = carried(age) - center;
    weighted += weights[age]! * Math.max(-bound, Math.min(bound, deviation));
    weight += weights[age]!;
  }
  return center + weighted / weight;
}
