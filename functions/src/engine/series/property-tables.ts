import { isCampaignLike } from "../../contract/names/property-names.js";
import type { PropertySeries } from "../../aggregates/model.js";
import { categoryInSentence, categoryLabel, formLabel, numberLabel } from "./cell-labels.js";
import { categoryTable } from "./category-table.js";
import { formTable } from "./form-table.js";
import { nullTable } from "./null-table.js";
import { isNumberProperty, numberTable } from "./number-table.js";
import { formOfCampaign, formOfVersion, isVersionLike } from "./self-changing.js";
import { sizeTable, type SizeTable } from "./size-table.js";
import { indexOf } from "./series-index.js";
import type { SharePeriod } from "./share-period.js";
import type { ShareTable } from "./share-table.js";

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
        categoryTable(
          series,
          { from: period.from, split: period.from + start, end: period.from + end },
          table.leftOut,
        ).table,
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
