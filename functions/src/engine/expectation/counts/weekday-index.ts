import { median, medianInPlace } from "../../stats/robust.js";
import { logCount, mean } from "../../stats/moments.js";

/** Days of history an event needs for a weekday index: three of each weekday. */
export const weekdayIndexMinAge = 21;

const aroundDays = 3;
/** Shrinking a weekday on which an event hardly comes by a part of −7 would expect twice the rows of the others. */
const mostShrinking = 0.1;
const scratch = new Float64Array(2 * aroundDays + 1);

/**
 * Weekday index: how far each weekday is from the week around it, in natural logarithms, centered to sum to
 * 0. For each weekday it is the median of ln(y+½) − (median of the up to 7 days around it), shrunk by
 * n/(n+1).
 * @param counts events per day of the baseline part of a series
 * @param weekdays weekday of each, 0 = Monday
 * @returns seven numbers, Monday first; all 0 for a baseline under 21 days
 */
export function weekdayIndex(counts: readonly number[], weekdays: ArrayLike<number>): number[] {
  if (counts.length < weekdayIndexMinAge) return Array<number>(7).fill(0);
  const logs = counts.map(logCount);
  const deviations = Array.from({ length: 7 }, (): number[] => []);
  logs.forEach((value, day) => {
    const first = Math.max(0, day - aroundDays);
    const length = Math.min(logs.length, day + aroundDays + 1) - first;
    for (let i = 0; i < length; i++) scratch[i] = logs[first + i]!;
    deviations[weekdays[day]!]!.push(value - medianInPlace(scratch, length));
  });
  const shrunk = deviations.map((values) => {
    const deviation = median(values);
    return (
      deviation - Math.sign(deviation) * Math.min(mostShrinking, Math.abs(deviation) / (values.length + 1))
    );
  });
  const center = mean(shrunk);
  return shrunk.map((value) => value - center);
}
