import { numberBin } from "../../../../functions/src/aggregates/value-traits.js";
import type { DayValues } from "./kinds.js";
import { rowsOf, type SimulatedProperty } from "./project.js";
import type { PropertyFinding, PropertyRule } from "./rules.js";

type Table = { before: number[]; after: number[] };

/** The window against the 28 days before: the 20 most common values and "other"; ten bins for numbers. */
function tableOf({ days }: SimulatedProperty, windowDays: number): Table | null {
  const pool = (list: readonly DayValues[]) => {
    const out = new Map<string, number>();
    for (const values of list)
      for (const [value, rows] of values) out.set(value, (out.get(value) ?? 0) + rows);
    return out;
  };
  const before = pool(days.slice(0, -windowDays));
  const after = pool(days.slice(-windowDays));
  const isNumber = [...before.keys()].every((value) => /^-?\d/.test(value)) && before.size > 20;
  const cellOf = isNumber ? numberCells(before) : categoryCells(before, after);
  const table: Table = { before: [], after: [] };
  for (const [side, values] of [
    ["before", before],
    ["after", after],
  ] as const)
    for (const [value, rows] of values) {
      const cell = cellOf(value);
      table.before[cell] ??= 0;
      table.after[cell] ??= 0;
      table[side][cell]! += rows;
    }
  const total = (list: number[]) => list.reduce((sum, rows) => sum + (rows ?? 0), 0);
  if (total(table.before) < 100 || total(table.after) < 50) return null;
  const cells = [...table.before.keys()].filter((cell) => table.before[cell] !== undefined);
  return { before: cells.map((cell) => table.before[cell]!), after: cells.map((cell) => table.after[cell]!) };
}

function categoryCells(before: DayValues, after: DayValues): (value: string) => number {
  const totals = new Map(before);
  for (const [value, rows] of after) totals.set(value, (totals.get(value) ?? 0) + rows);
  const top = [...totals]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 20)
    .map(([value]) => value);
  const index = new Map(top.map((value, i) => [value, i]));
  return (value) => index.get(value) ?? top.length;
}

function numberCells(before: DayValues): (value: string) => number {
  const bins = new Map<number, number>();
  for (const [value, rows] of before) {
    const bin = numberBin(Number(value));
    bins.set(bin, (bins.get(bin) ?? 0) + rows);
  }
  const total = [...bins.values()].reduce((sum, rows) => sum + rows, 0);
  const edges: number[] = [];
  let seen = 0;
  for (const [bin, rows] of [...bins].sort(([a], [b]) => a - b)) {
    if (seen >= (total / 10) * (edges.length + 1)) edges.push(bin);
    seen += rows;
  }
  return (value) => {
    const number = Number(value);
    return Number.isNaN(number) ? edges.length + 1 : edges.filter((edge) => numberBin(number) >= edge).length;
  };
}

const shares = (counts: readonly number[]) => {
  const total = counts.reduce((sum, rows) => sum + rows, 0) || 1;
  return counts.map((rows) => rows / total);
};

function nullAndStopFindings(
  property: SimulatedProperty,
  windowDays: number,
  threshold: number,
): PropertyFinding[] {
  const filled = property.days.map(rowsOf);
  const sum = (list: readonly number[]) => list.reduce((total, rows) => total + rows, 0);
  const rateOf = (from: number, to?: number) => {
    const rows = sum(property.rows.slice(from, to));
    return rows ? sum(filled.slice(from, to)) / rows : 0;
  };
  const [before, after] = [rateOf(0, -windowDays), rateOf(-windowDays)];
  if (before > 0 && filled.at(-1) === 0)
    return [{ event: property.event, detector: "stopped", isAlert: true }];
  return before - after >= threshold * before && before > 0
    ? [{ event: property.event, detector: "nulls", isAlert: true }]
    : [];
}

type Compared = { lost: PropertyFinding[]; table: Table | null };
const compared = new WeakMap<SimulatedProperty, Compared>();

/** Computed once per property, because every rule below uses the same numbers. */
function compare(property: SimulatedProperty, windowDays: number): Compared {
  const known = compared.get(property);
  if (known) return known;
  const lost = nullAndStopFindings(property, windowDays, 0.1);
  const made = { lost, table: lost.length > 0 ? null : tableOf(property, windowDays) };
  compared.set(property, made);
  return made;
}

/** A textbook comparison of the window with the 28 days before, plus a plain null-rate threshold. */
const textbook = (name: string, isShift: (table: Table) => boolean): PropertyRule => ({
  name,
  judge: (_calendar, properties, { checkBackDays }) =>
    properties.flatMap((property) => {
      const { lost, table } = compare(property, checkBackDays);
      if (lost.length > 0) return lost;
      return table && isShift(table)
        ? [{ event: property.event, detector: "distribution" as const, isAlert: true }]
        : [];
    }),
});

/** Upper tail of χ² by Wilson & Hilferty (1931): p < .05 where the cube-root normal exceeds 1.645. */
const chiSquared = textbook("χ² p < .05", ({ before, after }) => {
  const [p, q] = [shares(before), shares(after)];
  const [n0, n1] = [before, after].map((list) => list.reduce((sum, rows) => sum + rows, 0)) as [
    number,
    number,
  ];
  const statistic = p.reduce((sum, share, i) => {
    const pooled = (share * n0 + q[i]! * n1) / (n0 + n1);
    return pooled > 0 ? sum + (q[i]! - share) ** 2 / (pooled * (1 / n0 + 1 / n1)) : sum;
  }, 0);
  const freedom = Math.max(1, p.length - 1);
  const spread = 2 / (9 * freedom);
  return (Math.cbrt(statistic / freedom) - 1 + spread) / Math.sqrt(spread) > 1.645;
});

const floor = (share: number) => Math.max(share, 1e-4);
const populationStability = textbook("PSI ≥ 0.1", ({ before, after }) => {
  const [p, q] = [shares(before), shares(after)];
  return p.reduce((sum, share, i) => sum + (q[i]! - share) * Math.log(floor(q[i]!) / floor(share)), 0) >= 0.1;
});
/** Jensen–Shannon distance (the square root of the divergence, base 2). */
const jensenShannon = textbook("Jensen–Shannon ≥ 0.1", ({ before, after }) => {
  const [p, q] = [shares(before), shares(after)];
  const term = (a: number, m: number) => (a > 0 ? a * Math.log2(a / m) : 0);
  const divergence = p.reduce((sum, share, i) => {
    const m = (share + q[i]!) / 2;
    return sum + (term(share, m) + term(q[i]!, m)) / 2;
  }, 0);
  return Math.sqrt(Math.max(0, divergence)) >= 0.1;
});

/** Rules from textbooks and drift tools, with their usual limits. */
export const textbookRules: readonly PropertyRule[] = [chiSquared, populationStability, jensenShannon];
