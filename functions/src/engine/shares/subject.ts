import type { DetectorKey } from "../../contract/detectors.js";
import type { ResultRow, RowSeries } from "../../contract/results.js";
import type { Day, DraftRow, PropertySeries } from "../model.js";
import { PropertyTables } from "./property-tables.js";
import { sharePeriod, type SharePeriod } from "./share-period.js";

/** Where the properties come from and what is said of all of them. */
export type SubjectSource = {
  /** Days of the series. */
  days: readonly Day[];
  lastDay: Day;
  /** What a unit is called: rows of an event or profiles by the day they were last seen. */
  units: "rows" | "profiles";
  /** No finding is more than a warning, because of the data it rests on. */
  isCapped: boolean;
  /** A sentence for every reason on what was compared with what; null where it goes without saying. */
  comparison: string | null;
};

/** One property as the checks see it; its tables are shared by them and dropped with it. */
export type Subject = {
  source: SubjectSource;
  checkBackDays: number;
  /** T in percent. */
  thresholdPercent: number;
  tables: PropertyTables;
  /** Reads the series again, so that a row can draw its chart without having kept the tables. */
  reread: () => PropertySeries;
};

export function makeTables(
  series: PropertySeries,
  source: SubjectSource,
  checkBackDays: number,
): PropertyTables {
  return new PropertyTables(series, sharePeriod(source.days, series.rows, source.lastDay, checkBackDays));
}

/** The caps: planned properties end on purpose, and a past seen through survivors proves little. */
export function capped(
  severity: ResultRow["severity"],
  isPlanned: boolean,
  source: SubjectSource,
): ResultRow["severity"] {
  return severity === "alert" && (isPlanned || source.isCapped) ? "warning" : severity;
}

type Told = Pick<ResultRow, "severity" | "reason"> & Partial<ResultRow>;

/** A row with all that every check on a property fills in the same way; `told` is the check's own part. */
export function draftRow(
  subject: Subject,
  detector: DetectorKey,
  told: Told,
  series: () => RowSeries | null,
): DraftRow {
  const { source, tables } = subject;
  const { from, split, end } = tables.period;
  const isFlagged = told.severity === "alert" || told.severity === "warning";
  const reason = `\`${tables.series.property}\`: ${told.reason}`;
  return {
    row: {
      state: null,
      entity: tables.series.property,
      parent: tables.series.parent,
      first_bad_day: null,
      last_day: source.days[end - 1] ?? null,
      days: null,
      observed: null,
      expected: null,
      change_pct: null,
      change_pct_beyond_project: null,
      range_low: null,
      range_high: null,
      cause: null,
      threshold_pct: null,
      usual_pct: null,
      z: null,
      z_needed: null,
      provisional: null,
      baseline_from: split > from ? source.days[from]! : null,
      baseline_to: split > from ? source.days[split - 1]! : null,
      baseline_days: split - from,
      detector,
      ...told,
      reason: source.comparison ? `${reason} ${source.comparison}` : reason,
    },
    series,
    cause: null,
    isAnalysed: told.severity !== "inconclusive",
    direction: 0,
    isOpen: isFlagged,
    levelChange: null,
  };
}

/** Rows without a chart of their own. */
export const noSeries = (): null => null;

/** Percent with one decimal of a share in 0–1. */
export const percentCell = (share: number): number => Math.round(share * 1000) / 10 + 0;

/** One decimal. */
export const oneDecimal = (value: number): number => Math.round(value * 10) / 10 + 0;

/** Two decimals, as z scores are written. */
export const zCell = (z: number): number => Math.round(z * 100) / 100 + 0;

export const testedDays = (source: SubjectSource, { split, end }: SharePeriod) => ({
  from: source.days[split]!,
  to: source.days[end - 1]!,
});
