import type { PropertySeries } from "../../aggregates/model.js";
import { mean } from "../stats/moments.js";
import { rowsOn, type ValueRows, valueRows } from "./value-rows.js";

/** A changed count. Days are indexes into the aggregates' days. */
export type CountChange = {
  streak: readonly number[];
  /** Observed and expected events on each day of the streak. */
  observedByDay: readonly number[];
  expectedByDay: readonly number[];
  /** The up to 14 days before the onset. */
  base: readonly number[];
  /** Other sets of days to take a value's usual share from. Sets with too few events are skipped. */
  references: readonly (readonly number[])[];
};

type ValueExplanation = {
  name: string | null;
  /**
   * Part of the change that the value accounts for; above 1 if other values changed in the other direction.
   */
  part: number;
  /** Share of the base's events with the value, 0–1. */
  usual: number;
};
export type Explanation = {
  property: string;
  values: readonly ValueExplanation[];
  part: number;
  usual: number;
  /**
   * Number of the property's values in base and streak. Of two similar explanations, the one with fewer wins.
   */
  valueCount: number;
};

const namedValues = 3;
const minValuePart = 0.1;
const minValueZ = 4;
const minPart = 0.67;
const minSurplus = 0.3;
const otherWayPart = -0.05;
const maxOtherWay = 0.33;
const minDayRows = 25;
const minDayPart = 0.33;
const minReferenceRows = 50;
const minReferencePart = 0.5;
const minReferenceSurplus = 0.2;

type Totals = { observed: number; expected: number; baseRows: number; rows: readonly number[] };
type Candidate = ValueExplanation & { value: ValueRows; inStreak: number; divergence: number };

/**
 * Looks for up to three values of a property that explain the change of a count; null if there are none. The
 * method is Adtributor's (Bhagwan et al., NSDI 2014), with explanatory power Σpart and the Jensen–Shannon
 * term as surprise. Five conditions of our own, listed in this folder's README, ensure that a uniform change
 * names nothing.
 */
export function explain(change: CountChange, series: PropertySeries): Explanation | null {
  const observed = change.observedByDay.reduce((a, b) => a + b, 0);
  const expected = change.expectedByDay.reduce((a, b) => a + b, 0);
  const totals = { observed, expected, baseRows: rowsOn(series.rows, change.base), rows: series.rows };
  if (observed <= 0) return null;

  const days = [...new Set([...change.base, ...change.streak, ...change.references.flat()])];
  const values = valueRows(series, days);
  const candidates = candidatesOf(change, values, totals);
  const chosen = candidates
    .filter((candidate) => isUsable(candidate, totals))
    .sort((a, b) => b.divergence - a.divergence || (a.value.hash < b.value.hash ? -1 : 1))
    .slice(0, namedValues);
  if (chosen.length === 0) return null;

  const part = total(chosen, (value) => value.part);
  const usual = total(chosen, (value) => value.usual);
  const otherWay = total(
    candidates.filter((value) => value.part <= otherWayPart),
    (value) => value.part,
  );
  const holds =
    part >= minPart &&
    part - usual >= minSurplus &&
    restIsAsExpected(chosen, usual, totals) &&
    -otherWay <= maxOtherWay &&
    bringsEveryDay(change, chosen, usual) &&
    holdsAgainstReferences(change, chosen, totals);
  if (!holds) return null;
  const named = chosen.map((value) => ({ name: value.value.name, part: value.part, usual: value.usual }));
  return { property: series.property, values: named, part, usual, valueCount: values.length };
}

type ScoredCandidate = Candidate & { z: number };

function candidatesOf(change: CountChange, values: readonly ValueRows[], totals: Totals): ScoredCandidate[] {
  const { observed, expected, baseRows } = totals;
  const dispersions = values.map((value) => ownDispersion(change.base, value, totals));
  const common = mean(dispersions.filter((_, i) => rowsOn(values[i]!.rows, change.base) > 0));
  return values.map((value, i) => {
    const usual = (rowsOn(value.rows, change.base) + 0.5) / (baseRows + 1);
    const inStreak = rowsOn(value.rows, change.streak);
    const dispersion = Math.max(1, dispersions[i]!, common || 0);
    const spread = Math.sqrt(
      dispersion * Math.max(observed * usual * (1 - usual), 1) * (1 + observed / baseRows),
    );
    return {
      value,
      name: value.name,
      usual,
      inStreak,
      part: (inStreak - expected * usual) / (observed - expected),
      z: (inStreak - observed * usual) / spread,
      divergence: jensenShannonTerm(usual, inStreak / observed),
    };
  });
}

/**
 * Σ (x_t − n_t·p)² / max(n_t·p(1−p), ¼) over the base's days with events, divided by the number of these days
 * − 1.
 */
function ownDispersion(base: readonly number[], value: ValueRows, { baseRows, rows }: Totals): number {
  const share = rowsOn(value.rows, base) / baseRows;
  const days = base.filter((day) => rows[day]! > 0);
  if (days.length < 2) return 0;
  let squares = 0;
  for (const day of days) {
    const expected = rows[day]! * share;
    squares += (value.rows[day]! - expected) ** 2 / Math.max(expected * (1 - share), 0.25);
  }
  return squares / (days.length - 1);
}

function isUsable({ part, z }: ScoredCandidate, { observed, expected }: Totals): boolean {
  const movedAlong = z > 0 === observed > expected;
  return part >= minValuePart && Math.abs(z) >= minValueZ && movedAlong;
}

function jensenShannonTerm(q: number, s: number): number {
  const m = (q + s) / 2;
  return (q / 2) * Math.log(q / m) + (s > 0 ? (s / 2) * Math.log(s / m) : 0);
}

function restIsAsExpected(
  chosen: readonly Candidate[],
  usual: number,
  { observed, expected }: Totals,
): boolean {
  const rest = observed - total(chosen, (value) => value.inStreak);
  const expectedRest = expected * (1 - usual);
  if (expectedRest <= 0) return false;
  return Math.abs(rest / expectedRest - 1) <= 0.15 + 2 / Math.sqrt(expectedRest);
}

function bringsEveryDay(change: CountChange, chosen: readonly Candidate[], usual: number): boolean {
  return change.streak.every((day, i) => {
    const off = change.observedByDay[i]! - change.expectedByDay[i]!;
    if (Math.abs(off) < minDayRows) return true;
    const brought = total(chosen, ({ value }) => value.rows[day]!) - change.expectedByDay[i]! * usual;
    return brought / off >= minDayPart;
  });
}

function holdsAgainstReferences(
  change: CountChange,
  chosen: readonly Candidate[],
  { observed, expected, rows }: Totals,
): boolean {
  return change.references.every((days) => {
    const referenceRows = rowsOn(rows, days);
    if (referenceRows < minReferenceRows) return true;
    const usual = total(chosen, ({ value }) => (rowsOn(value.rows, days) + 0.5) / (referenceRows + 1));
    const inStreak = total(chosen, (value) => value.inStreak);
    const part = (inStreak - expected * usual) / (observed - expected);
    return part >= minReferencePart && part - usual >= minReferenceSurplus;
  });
}

function total<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}
