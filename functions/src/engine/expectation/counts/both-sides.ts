import { logCount } from "../../stats/moments.js";
import type { EventCounts } from "./event-counts.js";
import { dampedDays } from "./level.js";
import { weekdayIndexMinAge } from "./weekday-index.js";

/** Weights of the days after a streak, beside that of the level before it. */
const afterWeights = [1, 0.8, 0.65, 0.5, 0.4, 0.3] as const;
const beforeWeight = 2.5;
/** How far a day after the streak may be from the level before it: another change isn't this one's level. */
const mostApart = 0.25;
const fewestExpected = 10;
/** Smaller events vary too much for the days after a streak to tell more than those before it. */
const fewestForBothSides = 100;

/**
 * Whether a streak is compared with the days on both sides of it: it is over, and the event is large and has a weekday index
 * of its own.
 * @param daily events expected a day
 */
export const isComparedWithBothSides = (streak: { isOver: boolean; age: number; daily: number }): boolean =>
  streak.isOver && streak.age >= weekdayIndexMinAge && streak.daily >= fewestForBothSides;

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
