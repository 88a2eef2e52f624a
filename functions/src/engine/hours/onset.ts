import type { DayOfHours } from "../../aggregates/model.js";
import { clockOf, hourText } from "./hour-shares.js";
import { projectHours } from "./project-hours.js";
import { hoursOfToday } from "./today.js";
import { sum } from "../stats/moments.js";
import type { Onset } from "../../contract/findings/finding.js";

/** How much of the evidence must be for the hour that is told, or one beside it. */
const minCertainty = 0.8;
/** Keeps the logarithm of what is expected of an hour finite. */
const leastExpected = 1e-6;

/**
 * The hour of a day from which on a series has fewer, or more, rows than usual. Of each hour, the likelihood is computed that
 * the day was as usual before it and changed by one factor after it, with the variation of the series' own hours.
 * @param days complete days, ascending; the last one is the day in question
 * @param direction −1 for fewer rows, 1 for more
 * @returns null if the whole day is off, or no hour stands out
 */
export function onsetIn(days: readonly DayOfHours[], direction: -1 | 1): Onset | null {
  const day = days.at(-1);
  if (!day) return null;
  const series = "series";
  const { events } = hoursOfToday(
    projectHours(new Map([[series, days.slice(0, -1)]]), day.day),
    new Map([[series, day]]),
    null,
  );
  const [now] = events;
  if (!now) return null;
  const expected = now.expected.map((rows) => Math.max(rows, leastExpected));
  const from = likeliestStart(day.counts, expected, now.event.dispersion, direction);
  return from === null ? null : { day: day.day, hour: hourText(clockOf(day, from)) };
}

/** Position of the first hour that differs; null if it is the first of the day, or uncertain. */
function likeliestStart(
  counts: readonly number[],
  expected: readonly number[],
  dispersion: number,
  direction: -1 | 1,
): number | null {
  // The last candidate is a day on which nothing changed.
  const likelihoods = Array.from({ length: counts.length + 1 }, (_, from) => {
    const ratio = sum(counts.slice(from)) / sum(expected.slice(from));
    if (from < counts.length && !(direction * (ratio - 1) > 0)) return -Infinity;
    return sum(
      counts.map((rows, hour) =>
        logLikelihood(rows, expected[hour]! * (hour < from ? 1 : ratio), dispersion),
      ),
    );
  });
  const best = Math.max(...likelihoods);
  const weights = likelihoods.map((one) => Math.exp(one - best));
  const from = likelihoods.indexOf(best);
  const near = sum(weights.slice(Math.max(0, from - 1), from + 2));
  const isInside = from > 0 && from < counts.length;
  return isInside && near >= minCertainty * sum(weights) ? from : null;
}

/** Of `rows` in an hour with a mean, up to what doesn't depend on the mean: negative binomial, or Poisson without dispersion. */
function logLikelihood(rows: number, mean: number, dispersion: number): number {
  if (mean === 0) return rows === 0 ? 0 : -Infinity;
  if (dispersion === 0) return rows * Math.log(mean) - mean;
  return rows * Math.log(mean) - (rows + 1 / dispersion) * Math.log1p(dispersion * mean);
}
