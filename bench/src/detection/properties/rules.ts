import { judgeRun } from "../../../../functions/src/engine/run.js";
import { numberBin } from "../../../../functions/src/engine/shares/value-traits.js";
import type { Calendar, DayValues } from "./kinds.js";
import { readerOf, windowDays, type SimulatedProperty } from "./project.js";

export type PropertyFinding = {
  event: string;
  detector: "stopped" | "nulls" | "distribution";
  isAlert: boolean;
};
export type PropertyRule = {
  name: string;
  judge(calendar: Calendar, properties: readonly SimulatedProperty[]): PropertyFinding[];
};

const detectorOf = {
  event_property_stopped: "stopped",
  event_property_null_rate: "nulls",
  event_property_distribution: "distribution",
} as const;

export const plumblineRule: PropertyRule = {
  name: "Plumbline",
  judge(calendar, properties) {
    const settings = { checkBackDays: 7, thresholdPercent: 30 } as const;
    // Properties of the same name on several events fold into one root row; judged in slices of one per name, none does.
    const slices: SimulatedProperty[][] = [];
    const taken = new Map<string, number>();
    for (const property of properties) {
      const n = taken.get(property.kind.propertyName) ?? 0;
      taken.set(property.kind.propertyName, n + 1);
      (slices[n >> 1] ??= []).push(property);
    }
    return slices.flatMap((slice) =>
      judgeRun({
        lastDay: calendar.days.at(-1)!,
        detectors: (Object.keys(detectorOf) as (keyof typeof detectorOf)[]).map((key) => ({ key, settings })),
        counts: null,
        aggregates: readerOf(calendar, slice),
        profiles: null,
        previous: null,
      }).detectors.flatMap(({ key, rows }) =>
        rows
          .filter(
            ({ row }) => (row.severity === "alert" || row.severity === "warning") && row.parent !== null,
          )
          .map(({ row }) => ({
            event: row.parent!,
            detector: detectorOf[key as keyof typeof detectorOf],
            isAlert: row.severity === "alert",
          })),
      ),
    );
  },
};

type Table = { before: number[]; after: number[] };

/** Last 7 days against the 28 before: the 20 most common values and "other"; ten bins for numbers. */
function tableOf({ days }: SimulatedProperty): Table | null {
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

function nullAndStopFindings(property: SimulatedProperty, threshold: number): PropertyFinding[] {
  const filled = property.days.map((values) => [...values.values()].reduce((sum, rows) => sum + rows, 0));
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

/** A textbook comparison of the last 7 days with the 28 before, with a plain null-rate threshold beside it. */
const textbook = (name: string, isShift: (table: Table) => boolean): PropertyRule => ({
  name,
  judge: (_calendar, properties) =>
    properties.flatMap((property) => {
      const lost = nullAndStopFindings(property, 0.1);
      if (lost.length > 0) return lost;
      const table = tableOf(property);
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

export const propertyRules: PropertyRule[] = [plumblineRule, chiSquared, populationStability, jensenShannon];
