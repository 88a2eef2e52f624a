import type { PropertySeries } from "../../aggregates/model.js";
import { categoryTable, type CategoryCell } from "./category-table.js";
import { nullTable } from "./null-table.js";
import { isNumberProperty, numberTable } from "./number-table.js";
import { formOfCampaign, formOfVersion, isCampaignLike, isVersionLike } from "./self-changing.js";
import { sizeTable, type SizeTable } from "./size-table.js";
import { indexOf } from "./series-index.js";
import type { SharePeriod } from "./share-period.js";
import { type ShareTable, summedTable } from "./share-table.js";
import { binLimits } from "../../aggregates/value-traits.js";

/** A table of values or forms, with labels for its cells. */
export type LabelledTable = {
  table: ShareTable;
  /** See `ShareSettings`. */
  tableAsOf?: (start: number, end: number) => ShareTable;
  shownAs: "category" | "number" | "form";
  label: (cell: number) => string;
  /** The label within a sentence. */
  inSentence: (cell: number) => string;
};

/** The tables of one property over one period. Each is made on first use. */
export class PropertyTables {
  private nullsMade: ShareTable | null = null;
  private valuesMade: LabelledTable | null = null;
  private formsMade: LabelledTable | null = null;

  constructor(
    readonly series: PropertySeries,
    readonly period: SharePeriod,
  ) {}

  get nulls(): ShareTable {
    return (this.nullsMade ??= nullTable(this.series, this.period));
  }

  get values(): LabelledTable {
    return (this.valuesMade ??= valueTable(this.series, this.period));
  }

  /** Made anew each time; null if the property isn't a quantity. */
  get sizes(): SizeTable | null {
    return this.values.shownAs === "number" ? sizeTable(this.series, this.period) : null;
  }

  /** False if the table of forms would have a single cell, whose share can't change. */
  get hasSeveralForms(): boolean {
    return indexOf(this.series).index.hasSeveralForms;
  }

  get forms(): LabelledTable {
    return (this.formsMade ??= labelledForms(this.series, this.period));
  }
}

function valueTable(series: PropertySeries, period: SharePeriod): LabelledTable {
  if (isNumberProperty(series, period)) {
    const { table, ranges } = numberTable(series, period);
    const label = (cell: number) => numberLabel(ranges[cell] ?? null);
    return { table, shownAs: "number", label, inSentence: label };
  }
  const { table, cellAt } = categoryTable(series, period);
  return {
    table,
    ...(hasOtherValues(table) && {
      tableAsOf: (start: number, end: number) =>
        categoryTable(series, { from: period.from, split: period.from + start, end: period.from + end })
          .table,
    }),
    shownAs: "category",
    label: (cell) => categoryLabel(cellAt(cell)),
    inSentence: (cell) => categoryInSentence(cellAt(cell)),
  };
}

/** Whether the last cell, which holds all less common values, has rows. */
const hasOtherValues = ({ sums }: ShareTable): boolean => sums[sums.length - 1]! > 0;

function labelledForms(series: PropertySeries, period: SharePeriod): LabelledTable {
  const { table, forms } = formTable(series, period, formsThatStay(series, period));
  const label = (cell: number) => formLabel(forms[cell]!);
  return { table, shownAs: "form", label, inSentence: label };
}

/**
 * For self-changing properties, returns a function that keeps only the part of a form that doesn't change.
 */
function formsThatStay(
  series: PropertySeries,
  { from, split }: SharePeriod,
): ((form: string) => string) | undefined {
  if (isVersionLike(series, from, split)) return formOfVersion;
  return isCampaignLike(series.property) ? formOfCampaign : undefined;
}

/**
 * Counts rows per form of the filled values. There is a cell for every form, in the order of first
 * appearance.
 * @param formFor maps a code of `formOf` to the form it counts as
 */
export function formTable(
  series: PropertySeries,
  { from, split, end }: SharePeriod,
  formFor: (form: string) => string = (form) => form,
): { table: ShareTable; forms: string[] } {
  const { index, offset } = indexOf(series);
  const { forms, firstOfDay, ids, rows } = index.forms;
  const first = firstOfDay[offset + from]!;
  const last = firstOfDay[offset + end]!;
  const cellOf = new Map<string, number>();
  const cellOfForm = new Int32Array(forms.length).fill(-1);
  for (let at = first; at < last; at++) {
    const id = ids[at]!;
    if (cellOfForm[id]! >= 0) continue;
    const form = formFor(forms[id]!);
    cellOfForm[id] = cellOf.get(form) ?? cellOf.size;
    cellOf.set(form, cellOfForm[id]);
  }
  const cells = cellOf.size;
  const counts = new Float64Array((end - from + 1) * cells);
  for (let day = from; day < end; day++) {
    const lastOfDay = firstOfDay[offset + day + 1]!;
    for (let at = firstOfDay[offset + day]!; at < lastOfDay; at++)
      counts[(day - from + 1) * cells + cellOfForm[ids[at]!]!]! += rows[at]!;
  }
  return { table: summedTable("forms", counts, cells, split - from), forms: [...cellOf.keys()] };
}

const longestLabel = 60;

/** A value's label: strings without quotes, everything else as JSON. */
export function categoryLabel(cell: CategoryCell): string {
  if (cell === null) return "other values";
  if (cell.name === null) return "a value that isn't stored by name";
  const value: unknown = JSON.parse(cell.name);
  const text = typeof value === "string" ? value : cell.name;
  return text.length > longestLabel ? `${text.slice(0, longestLabel)}…` : text;
}

/** A value's label within a sentence: strings in single quotes. */
export function categoryInSentence(cell: CategoryCell): string {
  const label = categoryLabel(cell);
  return cell?.name?.startsWith('"') ? `'${label}'` : label;
}

/**
 * "12.3–14.6", from the limits of the cell's bins.
 * @param range first and last bin of a cell; null for the cell of values that aren't numbers
 */
export function numberLabel(range: readonly [first: number, last: number] | null): string {
  if (range === null) return "not a number";
  const from = figure(binLimits(range[0]).from);
  const to = figure(binLimits(range[1]).to);
  return from === to ? from : `${from}–${to}`;
}

const figure = (value: number): string => {
  const size = Math.abs(value);
  const isPlain = size === 0 || (size >= 1e-4 && size < 1e9);
  const text = isPlain
    ? size.toLocaleString("en-US", { maximumSignificantDigits: 3 })
    : size.toExponential(2);
  return value < 0 ? `\u2212${text}` : text;
};

const typeNames: Record<string, string> = {
  t: "texts",
  n: "numbers",
  b: "true or false",
  l: "lists",
  o: "objects",
};

/** "texts of 5–6 characters, digits and letters", from a code of `formOf`, maybe cut by `self-changing.ts`. */
export function formLabel(form: string): string {
  const parts = /^s(\d*)(d?)(a?)$/.exec(form);
  if (!parts) return typeNames[form] ?? form;
  const made = [parts[2] && "digits", parts[3] && "letters"].filter(Boolean).join(" and ");
  return `texts of ${parts[1] ? `${lengthText(Number(parts[1]))}, ` : ""}${made || "neither digits nor letters"}`;
}

/** "5–6 characters". */
function lengthText(lengthClass: number): string {
  const shortest = Math.ceil(2 ** (lengthClass / 2)) - 1;
  const longest = Math.ceil(2 ** ((lengthClass + 1) / 2)) - 2;
  const length = shortest >= longest ? `${shortest}` : `${shortest}–${longest}`;
  return `${length} character${length === "1" ? "" : "s"}`;
}
