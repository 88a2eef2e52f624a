import type { DayOfHours } from "../../aggregates/model.js";
import { chanceOfSilence } from "../detectors/stopped/stopped-rule.js";
import { mean, sum } from "../stats/moments.js";
import { clockOf, kindOf, type HourShares } from "./hour-shares.js";

const largest = 100;
const steps = 30;

/**
 * Overdispersion φ of an event's hours, the larger of two estimates from its past days: of the moments,
 * Σ((y − E)² − E)/ΣE², and the φ with which as many silent hours are expected as there were. Rows that come in clumps have
 * more silent hours than their variance tells.
 */
export function hourDispersion(days: readonly DayOfHours[], shares: HourShares): number {
  let excess = 0;
  let squares = 0;
  let silent = 0;
  const expectedOf = [0, 1].map((kind) => {
    const totals = days.filter(({ day }) => kindOf(day) === kind).map(({ counts }) => sum(counts));
    return shares[kind as 0 | 1].map((share) => share * (totals.length === 0 ? 0 : mean(totals)));
  });
  const hours: number[] = [];
  for (const day of days)
    day.counts.forEach((count, i) => {
      const expected = expectedOf[kindOf(day.day)]![clockOf(day, i)]!;
      excess += (count - expected) ** 2 - expected;
      squares += expected ** 2;
      if (count === 0) silent++;
      hours.push(expected);
    });
  if (squares === 0) return 0;
  return Math.max(0, excess / squares, dispersionOfSilence(hours, silent));
}

/** Bisects ln φ for Σ P(silent hour) = the silent hours there were. */
function dispersionOfSilence(hours: readonly number[], silent: number): number {
  const silentWith = (dispersion: number) =>
    sum(hours.map((expected) => Math.exp(chanceOfSilence([expected], dispersion).logChance)));
  let [low, high] = [1e-4, largest];
  if (silentWith(low) >= silent) return 0;
  for (let step = 0; step < steps; step++) {
    const middle = Math.sqrt(low * high);
    if (silentWith(middle) < silent) low = middle;
    else high = middle;
  }
  return high;
}
