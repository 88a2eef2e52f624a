import { type EventDefinition, isAlive } from "./catalog.js";
import type { Dataset } from "./dataset.js";
import { type Day, dayIndex, weekdayOf } from "./days.js";
import { leftOfDay } from "./hours-of-day.js";
import { countDropLeft, earlierDrop, faultsOn, isInEarlierDrop, startOfDrop } from "./planted.js";
import { boundedNoise } from "./random.js";
import { sendingOf } from "./sent-twice.js";

/** Volume relative to Monday, Sunday first. */
export const weekdayShape = [0.64, 1, 1, 1, 0.97, 0.8, 0.53] as const;

const GROWTH_PER_DAY = 0.0007;
const GROWTH_SINCE = "2026-01-01";

/**
 * Number of an event's occurrences on a whole project day, each counted once (the raw export repeats a few).
 */
export function rowsOn(dataset: Dataset, event: EventDefinition, day: Day): number {
  const { times, left } = sendingOf(dataset, event.name, day);
  const expected = left * expectedRows(dataset, event, day);
  const noise = Math.exp(boundedNoise(`${dataset.seed}/${event.name}/${day}`, event.noise));
  return times * Math.round(expected * noise);
}

/** The number expected without noise, but with the day's faults. */
function expectedRows(dataset: Dataset, event: EventDefinition, day: Day): number {
  return healthyRows(dataset, event, day) * faultFactor(dataset, event, day);
}

/** The number expected without faults and noise. */
export function healthyRows(dataset: Dataset, event: EventDefinition, day: Day): number {
  if (!isAlive(event, day, dataset.anchor)) return 0;
  return event.volume * weekdayShape[weekdayOf(day)]! * growth(day);
}

export const growth = (day: Day): number =>
  Math.exp(GROWTH_PER_DAY * (dayIndex(day) - dayIndex(GROWTH_SINCE)));

/** The share of an operating system's events that remains during its fault. */
export const SEGMENT_LEFT = 0.05;

function faultFactor(dataset: Dataset, event: EventDefinition, day: Day): number {
  const faults = faultsOn(day, dataset.anchor);
  if (isInEarlierDrop(event.name, day, dataset.anchor)) return earlierDrop.left;
  if (!faults) return 1;
  if (faults.stopped === event.name) return 0;
  const start = startOfDrop(event.name, day, dataset.anchor);
  if (start) return leftOfDay(start);
  if (faults.countDrop === event.name) return countDropLeft;
  if (faults.segmentDrop.event !== event.name) return 1;
  return 1 - (1 - SEGMENT_LEFT) * dataset.shareOfSystem(faults.segmentDrop.os);
}
