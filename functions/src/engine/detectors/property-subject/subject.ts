import { type SegmentChanges, withoutLeftOutDays } from "../../annotations/annotations.js";
import type { DetectorKey } from "../../../contract/detectors.js";
import type { Subject as FindingSubject } from "../../../contract/findings/finding.js";
import type { ResultRow, RowSeries } from "../../../contract/results.js";
import type { BaselineChange, DraftRow } from "../../model.js";
import type { Day } from "../../../common/days.js";
import type { PropertySeries } from "../../../aggregates/model.js";
import { isFlagged, resultRow } from "../../result-row.js";
import { PropertyTables } from "../../series/property-tables.js";
import { sharePeriod, type SharePeriod } from "../../series/share-period.js";

/** What all properties of a pass have in common: where they come from and how they are compared. */
export type SubjectSource = {
  /** Days of the series. */
  days: readonly Day[];
  lastDay: Day;
  /** The word for one row: an event, or a profile by the day it was last seen. */
  units: "events" | "profiles";
  /** Findings are at most warnings because the data is too weak. */
  isCapped: boolean;
  /** A sentence that is added to every reason and says what was compared; null if that is obvious. */
  comparison: string | null;
  /** How annotations change a property's baseline; null if they don't. */
  baselineOf: (series: PropertySeries) => BaselineChange | null;
  /** How annotations change a property's baseline and threshold inside single segments, for one check. */
  changesInside: (series: PropertySeries, detector: DetectorKey) => SegmentChanges | null;
};

/** One property as the checks see it. The checks share its tables. */
export type Subject = {
  source: SubjectSource;
  checkBackDays: number;
  /** T in percent. */
  thresholdPercent: number;
  tables: PropertyTables;
  /** Reads the series again, so that a row can make its chart without keeping the tables in memory. */
  reread: () => PropertySeries;
};

/**
 * One check on properties. `hasFinding` tells whether `rowOf` would return a finding, without making the row.
 */
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

/**
 * Lowers an alert to a warning where an alert isn't justified: campaigns end on purpose, and a past
 * reconstructed from the profiles that exist today proves little.
 */
export function capSeverity(
  severity: ResultRow["severity"],
  isCampaign: boolean,
  source: SubjectSource,
): ResultRow["severity"] {
  return severity === "alert" && (isCampaign || source.isCapped) ? "warning" : severity;
}

/** Returns the project day of a day of the subject's tables. */
export const dayOf =
  ({ source, tables }: Subject) =>
  (day: number): Day =>
    source.days[tables.period.from + day]!;

/** What a finding on a property is about. */
export const subjectOf = ({
  parent,
  property,
}: Pick<PropertySeries, "parent" | "property">): FindingSubject =>
  parent === null ? { kind: "user-property", property } : { kind: "event-property", event: parent, property };

type Fields = Pick<ResultRow, "severity" | "reason"> & Partial<Omit<ResultRow, "entity" | "parent">>;

/** Makes a row with the cells that all property checks fill in the same way, plus the check's own `fields`. */
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
      subject: subjectOf(tables.series),
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

/** The `series` of rows without a chart. */
export const noSeries = (): null => null;

export const testedDays = (source: SubjectSource, { split, end }: SharePeriod) => ({
  from: source.days[split]!,
  to: source.days[end - 1]!,
});
