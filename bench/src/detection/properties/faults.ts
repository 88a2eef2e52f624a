import type { Random } from "../random.js";
import {
  hourOfDay,
  targetCategory,
  targetNumber,
  targetOfFewUsers,
  targetText,
  type Calendar,
  type DayValues,
  type SimulatedKind,
} from "./kinds.js";
import { rowsOf, type SimulatedProperty } from "./project.js";

export type PropertyFault = {
  name: string;
  detector: "stopped" | "nulls" | "distribution";
  target: (random: Random, calendar: Calendar) => SimulatedKind;
  /** Set if the fault also removes rows: only a vanished value does. */
  losesRows?: true;
  /**
   * Called once per property, so that the same value is renamed on every day. Returns a function that gives the
   * values of a faulty day with `rows` rows; rows without a value are null.
   */
  make(random: Random): (values: DayValues, rows: number) => DayValues;
};

/** Spoils the `length` days that are followed by `daysAfter` others. */
export function spoilDays(
  property: SimulatedProperty,
  fault: PropertyFault,
  spoil: ReturnType<PropertyFault["make"]>,
  length: number,
  daysAfter: number,
): void {
  const end = property.days.length - daysAfter;
  for (let day = end - length; day < end; day++) {
    const normal = property.days[day]!;
    const spoilt = spoil(normal, property.rows[day]!);
    if (fault.losesRows) property.rows[day]! -= rowsOf(normal) - rowsOf(spoilt);
    property.days[day] = spoilt;
  }
}

const ranked = (values: DayValues) => [...values].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
const add = (values: DayValues, value: string, rows: number) => {
  if (rows > 0) values.set(value, (values.get(value) ?? 0) + rows);
};
const mapValues = (values: DayValues, change: (value: string) => string): DayValues => {
  const out: DayValues = new Map();
  for (const [value, rows] of values) add(out, change(value), rows);
  return out;
};
/** Returns the value that had the given rank on the first faulty day. */
const fixedValue = (rank: number) => {
  let chosen: string | undefined;
  return (values: DayValues) => (chosen ??= ranked(values)[rank]?.[0]);
};
const thinned = (random: Random, values: DayValues, keep: number): DayValues =>
  new Map([...values].map(([value, rows]) => [value, random.binomial(rows, keep)]));

/** Moves `share` of all rows from the most common values to another value. */
const moveShare = (random: Random, share: number, to: string) => (values: DayValues) => {
  const total = rowsOf(values);
  const out: DayValues = new Map(values);
  let rest = Math.round(total * share);
  for (const [value, rows] of ranked(values)) {
    const moved = Math.min(rest, random.binomial(rows, 0.9));
    out.set(value, rows - moved);
    rest -= moved;
  }
  add(out, to, Math.round(total * share) - rest);
  return out;
};

const numeric =
  (change: (value: number) => unknown): PropertyFault["make"] =>
  () =>
  (values) =>
    mapValues(values, (value) => JSON.stringify(change(Number(value))));
const category = targetCategory;

export const propertyFaults: readonly PropertyFault[] = [
  { name: "stopped", detector: "stopped", target: category, make: () => () => new Map() },
  {
    name: "nulls +40 pts",
    detector: "nulls",
    target: category,
    make: (random) => (values, rows) =>
      thinned(random, values, Math.max(0, 1 - (0.4 * rows) / rowsOf(values))),
  },
  {
    name: "nulls on all rows but 2%",
    detector: "nulls",
    target: category,
    make: (random) => (values) => thinned(random, values, 0.02),
  },
  {
    name: "nulls on one platform (15–50%)",
    detector: "nulls",
    target: category,
    make: (random) => {
      const platform = random.between(0.15, 0.5);
      return (values) => thinned(random, values, 1 - platform);
    },
  },
  {
    name: "35% shift to a new value",
    detector: "distribution",
    target: category,
    make: (random) => moveShare(random, 0.35, '"brand_new"'),
  },
  {
    name: "new value, 35% of every other",
    detector: "distribution",
    target: category,
    make: (random) => (values) => {
      const kept = thinned(random, values, 0.65);
      return new Map([...kept, ['"brand_new"', rowsOf(values) - rowsOf(kept)]]);
    },
  },
  {
    name: "renamed value",
    detector: "distribution",
    target: category,
    make: () => {
      const first = fixedValue(0);
      return (values) => {
        const renamed = first(values);
        return mapValues(values, (value) => (value === renamed ? '"renamed_value"' : value));
      };
    },
  },
  {
    name: "another case, few users",
    detector: "distribution",
    target: targetOfFewUsers,
    make: () => (values) => mapValues(values, (value) => value.toUpperCase()),
  },
  {
    name: "two values swapped",
    detector: "distribution",
    target: category,
    make: () => {
      const [first, third] = [fixedValue(0), fixedValue(2)];
      return (values) => {
        const [a, b] = [first(values), third(values)];
        return mapValues(values, (value) =>
          value === a ? (b ?? value) : value === b ? (a ?? value) : value,
        );
      };
    },
  },
  {
    name: "value vanished",
    detector: "distribution",
    losesRows: true,
    target: category,
    make: () => {
      const first = fixedValue(0);
      return (values) => {
        const gone = first(values);
        return new Map([...values].filter(([value]) => value !== gone));
      };
    },
  },
  { name: "unit × 100", detector: "distribution", target: targetNumber, make: numeric((v) => v * 100) },
  { name: "unit × 1.5", detector: "distribution", target: targetNumber, make: numeric((v) => v * 1.5) },
  {
    name: "hour shifted by 5",
    detector: "distribution",
    target: hourOfDay,
    make: numeric((v) => (v + 5) % 24),
  },
  {
    name: "number → string",
    detector: "distribution",
    target: targetNumber,
    make: numeric((v) => String(v)),
  },
  {
    name: "truncated",
    detector: "distribution",
    target: targetText,
    make: () => (values) =>
      mapValues(values, (value) => JSON.stringify((JSON.parse(value) as string).slice(0, 8))),
  },
  {
    name: "all one default",
    detector: "distribution",
    target: targetText,
    make: () => (values) => mapValues(values, () => '"unknown"'),
  },
];

export const faultLengths = [1, 2, 3, 7] as const;
