import { logCount } from "../../stats/moments.js";
import { levelBefore } from "./level.js";
import { noiseOf } from "./noise.js";

/** Shorter outages hardly move the level. After longer ones, the events that are left are the usual ones. */
const fewestDays = 5;
const mostDays = 28;
/** Natural logarithms: how far below the level a day of an outage is at least, and a day after it at most. */
const fewestBelow = 0.35;
const fewestDeviations = 2;
const mostBelowAfter = 0.2;
/** Days with fewer expected events tell nothing. */
const fewestExpected = 2;
const fewestDaysBefore = 14;

/**
 * The days of outages that are over: at least five days, each at least 30% and two deviations below the level before the first
 * of them, after which the events are back at that level. They say nothing of what is usual.
 * @param counts events per day, of which those before `start` are left out
 * @param weekdayIndexOf the day's weekday index, a natural logarithm
 * @returns indexes of days
 */
export function daysOfEndedOutages(
  counts: readonly number[],
  start: number,
  weekdayIndexOf: (day: number) => number,
): ReadonlySet<number> {
  const found = new Set<number>();
  const usual = Float64Array.from(counts, (count, day) => logCount(count) - weekdayIndexOf(day));
  let outage: { from: number; level: number; least: number; days: number } | null = null;
  for (let day = start + fewestDaysBefore; day < counts.length; day++) {
    const level: number = outage?.level ?? levelBefore(usual, start, day, 0);
    if (level + weekdayIndexOf(day) < Math.log(fewestExpected)) continue;
    const below: number = level - usual[day]!;
    if (!outage) {
      if (below < fewestBelow) continue;
      const least = Math.max(
        fewestBelow,
        fewestDeviations * noiseOf(daysBefore(usual, start, day, level), day - start),
      );
      if (below >= least) outage = { from: day, level, least, days: 1 };
    } else if (below < mostBelowAfter) {
      if (outage.days >= fewestDays)
        for (let low = outage.from; low < day; low++) {
          found.add(low);
          usual[low] = usual[low - 7]!;
        }
      outage = null;
    } else if (day - outage.from >= mostDays) outage = null;
    else if (below >= outage.least) outage.days++;
  }
  return found;
}

const daysBefore = (usual: Float64Array, start: number, day: number, level: number) =>
  Array.from(usual.subarray(start, day), (log) => ({ observed: Math.exp(log), expected: Math.exp(level) }));
