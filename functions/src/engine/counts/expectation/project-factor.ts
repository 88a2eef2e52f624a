import { median } from "../../stats/robust.js";
import { logCount } from "../../stats/moments.js";
import type { EventCounts } from "./event-counts.js";

const minHistory = 21;
const minExpected = 50;
/** With fewer events a project trend can't be separated from single events' changes. */
export const minFactorEvents = 10;

/**
 * Project trend F per day: the median over the events with at least 21 days of history and 50 expected rows
 * of ln((y+½)/(E°+½)); 0 with fewer than 10 such events.
 */
export function projectFactors(
  dayCount: number,
  events: readonly EventCounts[],
): { factor: Float64Array; factorEvents: EventCounts[][] } {
  const factor = new Float64Array(dayCount);
  const factorEvents: EventCounts[][] = [];
  for (let day = 0; day < dayCount; day++) {
    const steady = events.filter(
      (event) => day - event.start >= minHistory && event.expectedWithoutProject[day]! >= minExpected,
    );
    factorEvents.push(steady);
    if (steady.length < minFactorEvents) continue;
    factor[day] = median(
      steady.map((event) => logCount(event.counts[day]!) - logCount(event.expectedWithoutProject[day]!)),
    );
  }
  return { factor, factorEvents };
}
