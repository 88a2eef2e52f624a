import type { PropertyDay, PropertySeries } from "../../aggregates/model.js";
import type { ValueKind } from "../../contract/names/notice.js";
import { warmUpDays } from "./names.js";

/** Rows by type of a property's values. Texts such as "undefined" are missing values and have no type. */
type TypeRows = Record<ValueKind, number>;

const kindOfForm: Readonly<Record<string, ValueKind>> = {
  s: "text",
  n: "number",
  b: "boolean",
  l: "list",
  o: "object",
};
const noRows = (): TypeRows => ({ text: 0, number: 0, boolean: 0, list: 0, object: 0 });

function typeRows(day: PropertyDay | null): TypeRows {
  const rows = noRows();
  for (const [form, count] of day?.forms ?? []) rows[kindOfForm[form[0]!]!] += count;
  rows.text = Math.max(0, rows.text - (day?.nullLike ?? 0));
  return rows;
}

const sumOf = (days: readonly TypeRows[]): TypeRows =>
  days.reduce((sum, rows) => {
    for (const kind of Object.keys(sum) as ValueKind[]) sum[kind] += rows[kind];
    return sum;
  }, noRows());

const total = (rows: TypeRows): number => Object.values(rows).reduce((sum, count) => sum + count, 0);

const mostOf = (rows: TypeRows): ValueKind =>
  (Object.keys(rows) as ValueKind[]).reduce((best, kind) => (rows[kind] > rows[best] ? kind : best));

/** Type of most values; null without values. */
export const valueKindOf = ({ days }: PropertySeries): ValueKind | null => {
  const rows = sumOf(days.map(typeRows));
  return total(rows) === 0 ? null : mostOf(rows);
};

/** Rows that a type needs before and since, so that a few odd values don't count. */
const fewestBefore = 50;
const fewestSince = 10;
/** Shares of another type: before, it is noise; since, it is a change. */
const mostBefore = 0.001;
const fewestShareSince = 0.02;

export type TypeShift = { day: number; before: ValueKind; after: ValueKind; share: number; rows: number };

/** The day from which values of a property have another type than before, wholly or in part; null if they don't. */
export function typeShift({ days }: PropertySeries): TypeShift | null {
  const rows = days.map(typeRows);
  const main = mostOf(sumOf(rows.slice(0, warmUpDays)));
  const others = rows.map((day) => total(day) - day[main]);
  for (let day = warmUpDays; day < rows.length; day++) {
    const of = total(rows[day]!);
    if (others[day]! < fewestShareSince * of || others[day]! === 0) continue;
    const [before, since] = [sumOf(rows.slice(0, day)), sumOf(rows.slice(day))];
    const otherBefore = total(before) - before[main];
    if (total(before) < fewestBefore || otherBefore > mostBefore * total(before)) return null;
    const after = mostOf({ ...since, [main]: 0 });
    const share = since[after] / Math.max(1, total(since));
    if (since[after] < fewestSince || share < fewestShareSince) continue;
    return { day, before: main, after, share, rows: since[after] };
  }
  return null;
}
