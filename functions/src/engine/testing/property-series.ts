import type { PropertyDay, PropertySeries, ValueCount } from "../../aggregates/model.js";
import {
  formOf,
  isNullLike,
  isVersionText,
  numberBin,
  type ValueType,
} from "../../aggregates/value-traits.js";

/** Rows per JSON text of a value, one entry per day; the day's other rows lack the property. */
export type ValuesByDay = readonly Readonly<Record<string, number>>[];

/** A property's aggregates like the profiler's, from hand-written values. */
export function propertySeries(options: {
  property: string;
  parent?: string | null;
  rows: readonly number[];
  valuesByDay: ValuesByDay;
}): PropertySeries {
  const { property, parent = "Order", rows, valuesByDay } = options;
  return {
    property,
    parent,
    rows,
    days: rows.map((count, day) => propertyDay(count, valuesByDay[day] ?? {})),
  };
}

/** The same number that the profiler keeps. */
const mostValues = 200;

/**
 * One day of a property; null if no row has it. Values with fewer than 5 rows have no name.
 * @param valueRows rows per JSON text, `null` and `""` included
 * @param kept how many of the most common values are listed
 */
export function propertyDay(
  rows: number,
  valueRows: Readonly<Record<string, number>> | ReadonlyMap<string, number>,
  kept = mostValues,
): PropertyDay | null {
  const entries: Iterable<[string, number]> =
    valueRows instanceof Map ? (valueRows as ReadonlyMap<string, number>) : Object.entries(valueRows);
  const values: ValueCount[] = [];
  const bins = new Map<number, number>();
  const forms = new Map<string, number>();
  const gaps = { nulls: 0, empties: 0 };
  let filled = 0;
  let nullLike = 0;
  let numbers = 0;
  let versionLike = 0;
  for (const [text, count] of entries) {
    if (count === 0) continue;
    if (text === "null" || text === '""') {
      gaps[text === "null" ? "nulls" : "empties"] += count;
      continue;
    }
    const traits = traitsOf(text);
    filled += count;
    values.push({ hash: traits.hash, rows: count, name: count >= 5 ? text : null });
    if (traits.bin !== null) {
      numbers += count;
      add(bins, traits.bin, count);
    }
    if (traits.isNullLike) nullLike += count;
    if (traits.isVersion) versionLike += count;
    add(forms, traits.form, count);
  }
  const { nulls, empties } = gaps;
  if (filled + nulls + empties === 0) return null;
  const common = mostCommon(values, kept);
  return {
    rows,
    absent: rows - filled - nulls - empties,
    nulls,
    empties,
    nullLike,
    numbers,
    versionLike,
    distinct: values.length,
    values: common,
    otherRows: filled - common.reduce((sum, value) => sum + value.rows, 0),
    bins: [...bins].sort(([a], [b]) => a - b),
    forms: [...forms].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)),
  };
}

type Traits = { hash: string; bin: number | null; isNullLike: boolean; isVersion: boolean; form: string };

/** Simulated projects have the same values on many days. */
const known = new Map<string, Traits>();
const mostKnown = 50_000;

function traitsOf(text: string): Traits {
  const found = known.get(text);
  if (found) return found;
  const value = valueOf(text);
  const traits: Traits = {
    hash: `#${text}`,
    bin: typeof value === "number" ? numberBin(value) : null,
    isNullLike: typeof value === "string" && isNullLike(value),
    isVersion: typeof value === "string" && isVersionText(value),
    form: formOf(typeOf(value), typeof value === "string" ? value : text),
  };
  if (known.size >= mostKnown) known.clear();
  known.set(text, traits);
  return traits;
}

/** Nearly all texts have no escape and need no parser. */
const valueOf = (text: string): unknown =>
  text.startsWith('"') && !text.includes("\\") ? text.slice(1, -1) : (JSON.parse(text) as unknown);

/** Most rows first, then by hash. If not all equally common values fit, those that came first are kept. */
function mostCommon(values: readonly ValueCount[], kept: number): ValueCount[] {
  const byRows =
    values.length > kept ? values.toSorted((a, b) => b.rows - a.rows).slice(0, kept) : [...values];
  return byRows.sort((a, b) => b.rows - a.rows || (a.hash < b.hash ? -1 : 1));
}

const add = <Key>(counts: Map<Key, number>, key: Key, rows: number) =>
  counts.set(key, (counts.get(key) ?? 0) + rows);

function typeOf(value: unknown): ValueType {
  if (typeof value === "string") return "s";
  if (typeof value === "number") return "n";
  if (typeof value === "boolean") return "b";
  return Array.isArray(value) ? "l" : "o";
}
