import { countBaselineDays } from "../../../contract/detectors/descriptor.js";
import { mean, sampleVariance } from "../../stats/moments.js";
import type { EventCounts } from "../../expectation/counts/event-counts.js";
import {
  expectedSince,
  minHistoryDays,
  type ProjectCounts,
} from "../../expectation/counts/project-counts.js";

/** The trailing days without one event. `firstDay` and `from` are indexes into the project's days. */
export type Silence = {
  firstDay: number;
  /** Silent days up to the last day. */
  days: number;
  /** First of the up to 56 days before the silence that it is compared with. */
  from: number;
  /** Events expected during the silence. */
  expected: number;
  /** Most consecutive days without an event before the silence. */
  longestGap: number;
  /** Natural logarithm of the probability that no event comes at all, ln P₀. */
  logChance: number;
};
export type StopVerdict =
  | { kind: "flowing" }
  | { kind: "learning"; firstDay: number }
  | { kind: "long-silent"; firstDay: number }
  | { kind: "gap" | "stopped"; silence: Silence };

const reachDays = 42;
const manyStops = 3;
export const manyShare = 0.3;
const poissonBelow = 1e-9;
const chanceWithGap = Math.log(1e-4);
const chanceAlone = Math.log(1e-6);
const gapFactor = 1.5;
/**
 * Below this project trend (ln) the trend is ignored: an outage of the whole project must not hide itself.
 */
export const lowestFactor = -1;

/**
 * Decides whether the trailing days without an event are a stop. With overdispersion φ = max(0, (var −
 * mean)/mean²) of the up to 56 days before, the counts are negative binomial: P₀ = Π(1 + φE_t)^(−1/φ), or
 * Poisson exp(−ΣE) as φ → 0. It is a stop if P₀ ≤ 10⁻⁴ and the silence is longer than 1.5 × the longest gap
 * so far, or if P₀ ≤ 10⁻⁶.
 */
export function checkStop(project: ProjectCounts, event: EventCounts): StopVerdict {
  const end = project.days.length;
  let firstDay = end;
  while (firstDay > event.start && event.counts[firstDay - 1] === 0) firstDay--;
  if (firstDay === end) return { kind: "flowing" };
  if (firstDay < project.testedFrom - reachDays) return { kind: "long-silent", firstDay };
  if (firstDay - event.start < minHistoryDays) return { kind: "learning", firstDay };

  const from = Math.max(event.start, firstDay - countBaselineDays);
  const before = event.counts.slice(from, firstDay);
  const average = mean(before);
  const dispersion = Math.max(0, (sampleVariance(before) - average) / average ** 2);
  const { expected, logChance } = chanceOfSilence(expectedFrom(project, event, firstDay), dispersion);
  const longestGap = longestZeros(before);
  const days = end - firstDay;
  return {
    kind: isStop(logChance, days, longestGap) ? "stopped" : "gap",
    silence: { firstDay, days, from, expected, longestGap, logChance },
  };
}

/** Names of the events that have stopped. */
export function stoppedEvents(project: ProjectCounts): ReadonlySet<string> {
  const stopped = project.events.filter((event) => checkStop(project, event).kind === "stopped");
  return new Set(stopped.map((event) => event.name));
}

/** Whether so many of the checked events stopped that it is one finding of the whole project. */
export const areMany = (stops: number, checked: number): boolean =>
  stops >= manyStops && stops > manyShare * checked;

/** Whether a silence is a stop, from ln P₀, its length, and that of the longest gap so far in the same unit. */
export const isStop = (logChance: number, length: number, longestGap: number): boolean =>
  (logChance <= chanceWithGap && length > gapFactor * longestGap) || logChance <= chanceAlone;

/**
 * The natural logarithm of the probability that negative binomial counts with these means and dispersion φ
 * are all 0.
 */
export function chanceOfSilence(
  expectedByPeriod: readonly number[],
  dispersion: number,
): { expected: number; logChance: number } {
  let expected = 0;
  let logChance = 0;
  for (const rows of expectedByPeriod) {
    expected += rows;
    logChance -= dispersion < poissonBelow ? rows : Math.log1p(dispersion * rows) / dispersion;
  }
  return { expected, logChance };
}

function expectedFrom(project: ProjectCounts, event: EventCounts, firstDay: number): number[] {
  return project.days.slice(firstDay).map((_, offset) => {
    const day = firstDay + offset;
    const withoutProject = expectedSince(project, event, firstDay, day);
    const factor = project.factor[day]!;
    return factor >= lowestFactor ? withoutProject * Math.exp(factor) : withoutProject;
  });
}

function longestZeros(counts: readonly number[]): number {
  let longest = 0;
  let current = 0;
  for (const count of counts) {
    current = count === 0 ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}
