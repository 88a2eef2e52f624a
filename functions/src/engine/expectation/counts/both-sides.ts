import { logCount } from "../../stats/moments.js";
import type { EventCounts } from "./event-counts.js";
import { dampedDays } from "./level.js";

/** Weights of the days after a streak, beside that of the level before it. */
const afterWeights = [1, 0.8, 0.65, 0.5, 0.4, 0.3] as const;
const beforeWeight = 2.5;
/** How far a day after the streak may be from the level before it: another change isn't this one's level. */
const mostApart = 0.25;
const fewestExpected = 10;

/**
 * Level of a streak that is over, from both sides (interpolation instead of a forecast; Maravall & Peña 1992): the level
 * before it, and up to six days after it without their weekday, growth and project trend.
 * @param end index of the first day that isn't known yet
 */
export function levelAround(
  { counts, leftOut, level, growth, weekdayIndex }: EventCounts,
  { weekdays, factor }: { weekdays: readonly number[]; factor: Float64Array },
  { first, last, end }: { first: number; last: number; end: number },
): number {
  const before = level[first]!;
  let weighted = beforeWeight * before;
  let weight = beforeWeight;
  for (let i = 0; i < afterWeights.length && last + 1 + i < end; i++) {
    const day = last + 1 + i;
    const usual = growth[first]! * dampedDays(day - first) + weekdayIndex[weekdays[day]!]! + factor[day]!;
    if (leftOut?.has(day) || before + usual < Math.log(fewestExpected)) continue;
    const apart = logCount(counts[day]!) - usual - before;
    weighted += afterWeights[i]! * (before + Math.max(-mostApart, Math.min(mostApart, apart)));
    weight += afterWeights[i]!;
  }
  return weighted / weight;
}
