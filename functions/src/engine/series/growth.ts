import { mean, sampleVariance } from "../stats/moments.js";
import { medianInPlace } from "../stats/robust.js";

const week = 7;
const weeks = 4;
export const growthDays = weeks * week;
/** How large a step must be: in mean distances of a day from its week's median, and in standard errors of the steps. */
const fewestDistances = 0.5;
const fewestErrors = 1.2;

const scratch = new Float64Array(week);

/**
 * Growth per day of a series, in natural logarithms, over the four weeks before `day`: the mean of the three steps between
 * the medians of neighboring weeks, shrunk by 1 − (e/step)². What can be chance, e, is the larger of half the mean
 * distance of a day from its week's median, and 1.2 standard errors of the steps, so that a new level, which is one
 * step, isn't taken for growth.
 * @param logs logarithms of daily counts, valid from `start` on
 * @returns 0 with less than four weeks before the day
 */
export function growthBefore(logs: ArrayLike<number>, start: number, day: number): number {
  if (day - start < growthDays) return 0;
  let distance = 0;
  const medianOfWeek = (back: number): number => {
    const first = day - week * back;
    for (let i = 0; i < week; i++) scratch[i] = logs[first + i]!;
    const center = medianInPlace(scratch, week);
    for (let i = 0; i < week; i++) distance += Math.abs(scratch[i]! - center);
    return center;
  };
  const [a, b, c, d] = [medianOfWeek(4), medianOfWeek(3), medianOfWeek(2), medianOfWeek(1)];
  const steps = [b - a, c - b, d - c];
  const step = mean(steps);
  const chance = Math.max(
    (fewestDistances * distance) / growthDays,
    fewestErrors * Math.sqrt(sampleVariance(steps) / steps.length),
  );
  return Math.abs(step) > chance ? (step * (1 - (chance / step) ** 2)) / week : 0;
}
