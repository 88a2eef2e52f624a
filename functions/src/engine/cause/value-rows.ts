import { notSet } from "../../contract/findings/cause-text.js";
import type { PropertySeries } from "../../aggregates/model.js";
import { filledRows } from "../series/null-table.js";

/** Events per day with one value, indexed like the series. Days that weren't asked for are 0. */
export type ValueRows = {
  hash: string;
  /** JSON text, `(not set)`, or null if the value was never common enough to be stored by name. */
  name: string | null;
  rows: Float64Array;
};

/** The values of a property on the given days, matched across days by hash. */
export function valueRows(series: PropertySeries, days: readonly number[]): ValueRows[] {
  const width = series.rows.length;
  // Events without the property, with JSON null and with "" count as one value.
  const missing: ValueRows = { hash: notSet, name: notSet, rows: new Float64Array(width) };
  const byHash = new Map<string, ValueRows>();
  for (const day of days) {
    missing.rows[day] = Math.max(0, (series.rows[day] ?? 0) - filledRows(series, day));
    for (const { hash, rows, name } of series.days[day]?.values ?? []) {
      let value = byHash.get(hash);
      if (!value) byHash.set(hash, (value = { hash, name, rows: new Float64Array(width) }));
      value.name ??= name;
      value.rows[day] = rows;
    }
  }
  const values = [...byHash.values()];
  return missing.rows.some((rows) => rows > 0) ? [...values, missing] : values;
}

/** Sums an array's elements on the given days. */
export function rowsOn(rows: ArrayLike<number>, days: readonly number[]): number {
  let total = 0;
  for (const day of days) total += rows[day] ?? 0;
  return total;
}
