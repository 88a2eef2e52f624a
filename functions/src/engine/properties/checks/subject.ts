import { type SegmentChanges, withoutLeftOutDays } from "../../annotations/annotations.js";
import type { DetectorKey } from "../../../contract/detectors.js";
import type { ResultRow, RowSeries } from "../../../contract/results.js";
import type { BaselineChange, Day, DraftRow, PropertySeries } from "../../model.js";
import { isFlagged, resultRow } from "../../result-row.js";
import { PropertyTables } from "../tables/property-tables.js";
import { sharePeriod, type SharePeriod } from "../tables/share-period.js";

/** Where the properties come from and what is said of all of them. */
export type SubjectSource = {
  /** Days of the series. */
  days: readonly Day[];
  lastDay: Day;
  /** What a unit is called: rows of an event or profiles by the day they were last seen. */
  units: "events" | "profiles";
  /** No finding is more than a warning, because of the data it rests on. */
  isCapped: boolean;
  /** A sentence for every reason on what was compared with what; null where it goes without saying. */
  comparison: string | null;
  /** What people have said of a property's baseline; null for nothing. */
  baselineOf: (series: PropertySeries) => BaselineChange | null;
  /** The same inside single segments, for one check. */
  changesInside: (series: PropertySeries, detector: DetectorKey) => SegmentChanges | null;
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

/** What is judged of a property; its findings are those of its rows, told without making one. */
export type PropertyCheck = {
  hasFinding: (subject: Subject) => boolean;
  rowOf: (subject: Subject, detector: DetectorKey) => DraftRow;
};

export function makeTables(
  series: PropertySeries,
  source: SubjectSource,
  checkBackDays: number,
): PropertyTables {
  const period = sharePeriod(source.days, series.rows, source.lastDay, checkBackDays);
  const change = source.baselineOf(series);
  if (!change) return new PropertyTables(series, period);
  const accepted = source.days.filter((day) => change.start !== null && day < change.start).length;
  return new PropertyTables(withoutLeftOutDays(series, source.days, change, period.split), {
    ...period,
    from: Math.min(period.split, Math.max(period.from, accepted)),
  });
}

/** The caps: planned properties end on purpose, and a past seen through survivors proves little. */
export function capped(
  severity: ResultRow["severity"],
  isCampaign: boolean,
  source: SubjectSource,
): ResultRow["severity"] {
  return severity === "alert" && (isCampaign || source.isCapped) ? "warning" : severity;
}

type Fields = Pick<ResultRow, "severity" | "reason"> & Partial<ResultRow>;

/** A row with all that every check on a property fills in the same way; `fields` is the check's own part. */
export function draftRow(
  subject: Subject,
  detector: DetectorKey,
  fields: Fields,
  series: () => RowSeries | null,
): DraftRow {
  const { source, tables } = subject;
  const { from, split, end } = tables.period;
  const reason = `\`${tables.series.property}\`: ${fields.reason}`;
  return {
    row: resultRow({
      entity: tables.series.property,
      parent: tables.series.parent,
      last_day: source.days[end - 1] ?? null,
      baseline_from: split > from ? source.days[from]! : null,
      baseline_to: split > from ? source.days[split - 1]! : null,
      baseline_days: split - from,
      detector,
      ...fields,
      reason: source.comparison ? `${reason} ${source.comparison}` : reason,
    }),
    series,
    cause: null,
    isAnalysed: fields.severity !== "inconclusive",
    direction: 0,
    isOpen: isFlagged(fields),
    levelChange: null,
  };
}

/** Rows without a chart of their own. */
export const noSeries = (): null => null;

export const testedDays = (source: SubjectSource, { split, end }: SharePeriod) => ({
  from: source.days[split]!,
  to: source.days[end - 1]!,
});
