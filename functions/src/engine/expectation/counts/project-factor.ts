import { median } from "../../stats/robust.js";
import { logCount } from "../../stats/moments.js";
import type { EventCounts } from "./event-counts.js";

const minHistory = 21;
export const minFactorExpected = 50;
/** With fewer events, a project trend can't be told apart from changes of single events. */
export const minFactorEvents = 10;

/**
 * Project trend F per day: the median of ln((y+½)/(E°+½)) over all events with at least 21 days of history
 * and an expected count E° of at least 50. F is 0 if there are fewer than 10 of these.
 */
export function projectFactors(
  dayCount: number,
  events: readonly EventCounts[],
): { factor: Float64Array; factorEvents: EventCounts[][] } {
  const factor = new Float64Array(dayCount);
  const factorEvents: EventCounts[][] = [];
  for (let day = 0; day < dayCount; day++) {
    const steady = events.filter(
      (event) => day - event.start >= minHistory && event.expectedWithoutProject[day]! >= minFactorExpected,
    );
    factorEvents.push(steady);
    if (steady.length < minFactorEvents) continue;
    factor[day] = median(
      steady.map((event) => logCount(event.counts[day]!) - logCount(event.expectedWithoutProject[day]!)),
    );
  }
  return { factor, factorEvents };
}
