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
  const cells: Cell[] = [];
  for (const kind of [0, 1] as const) {
    const ofKind = days.filter(({ day }) => kindOf(day) === kind);
    if (ofKind.length === 0) continue;
    const ofDay = mean(ofKind.map(({ counts }) => sum(counts)));
    const cell = shares[kind].map((share) => ({ expected: share * ofDay, hours: 0 }));
    for (const day of ofKind)
      day.counts.forEach((count, i) => {
        const hour = cell[clockOf(day, i)]!;
        hour.hours++;
        excess += (count - hour.expected) ** 2 - hour.expected;
        squares += hour.expected ** 2;
        if (count === 0) silent++;
      });
    cells.push(...cell);
  }
  return squares === 0 ? 0 : Math.max(0, excess / squares, dispersionOfSilence(cells, silent));
}

/** An hour of the clock on one kind of day: its expected rows and how often it was. */
type Cell = { expected: number; hours: number };

/** Bisects ln φ for Σ P(silent hour) = the silent hours there were. */
function dispersionOfSilence(cells: readonly Cell[], silent: number): number {
  const silentWith = (dispersion: number) =>
    sum(
      cells.map(({ expected, hours }) => hours * Math.exp(chanceOfSilence([expected], dispersion).logChance)),
    );
  let [low, high] = [1e-4, largest];
  if (silentWith(low) >= silent) return 0;
  for (let step = 0; step < steps; step++) {
    const middle = Math.sqrt(low * high);
    if (silentWith(middle) < silent) low = middle;
    else high = middle;
  }
  return high;
}
