import type { Sizes } from "./sizes.js";
import { segmentsText } from "./cause-text.js";
import { detectorOf } from "../detectors.js";
import type { Cause, ResultRow, RowSeries } from "../results.js";
import { changeOfCounts } from "./figures.js";
import type { Copies, Figures, Finding, NamedVersion, Segment, Subject, Successor } from "./finding.js";

/** A row of the file and what it is about. Its `entity` and `parent` are the subject's cells. */
export type SubjectRow = ResultRow & { subject: Subject };

/** What the file calls subjects that aren't events or properties. Customers may use the same names for their events. */
const projectName = "(project)";
const mixName = "(mix)";
export const newProfilesName = "(new profiles)";
const allProfilesName = "(all profiles)";

/** The columns `entity` and `parent`. */
export function subjectCells(subject: Subject): Pick<ResultRow, "entity" | "parent"> {
  switch (subject.kind) {
    case "event":
      return { entity: subject.event, parent: null };
    case "event-property":
      return { entity: subject.property, parent: subject.event };
    case "user-property":
      return { entity: subject.property, parent: null };
    case "profiles":
      return { entity: subject.which === "new" ? newProfilesName : allProfilesName, parent: null };
    case "project":
      return { entity: projectName, parent: null };
    case "group":
      switch (subject.of.by) {
        case "segment":
          return { entity: segmentCell(subject.of.segment), parent: null };
        case "property":
          return { entity: subject.of.property, parent: null };
        case "event":
          return { entity: mixName, parent: subject.of.event };
      }
  }
}

/** "$os = Android". */
export const segmentCell = ({ dimension, value }: Segment): string => segmentsText(dimension, [value]);

/** The columns whose figures depend on the rule. */
const noFigures = {
  observed: null,
  expected: null,
  change_pct: null,
  change_pct_beyond_project: null,
  range_low: null,
  range_high: null,
  threshold_pct: null,
  usual_pct: null,
  z: null,
  z_needed: null,
};
type FigureCells = Pick<ResultRow, keyof typeof noFigures>;

/** The columns that a finding fills in, which are all but its sentences (`cause`, `reason`). */
export function findingCells(finding: Finding): Omit<ResultRow, "cause" | "reason"> {
  const { detector, subject, severity, comparedWithLastRun, baseline } = finding;
  return {
    severity,
    state: comparedWithLastRun,
    ...subjectCells(subject),
    first_bad_day: finding.since,
    last_day: finding.until,
    days: finding.days,
    ...figureCells(finding.figures),
    // The file gives the number of findings in a group.
    ...(subject.kind === "group" && { observed: subject.size }),
    provisional: finding.isProvisional,
    baseline_from: baseline?.from ?? null,
    baseline_to: baseline?.to ?? null,
    baseline_days: baseline?.days ?? null,
    detector,
  };
}

function figureCells(figures: Figures): FigureCells {
  switch (figures.rule) {
    case "count-change":
    case "profile-count":
      return {
        observed: figures.observed,
        expected: figures.expected,
        change_pct: figures.changePct,
        change_pct_beyond_project: figures.netChangePct,
        range_low: figures.range?.low ?? null,
        range_high: figures.range?.high ?? null,
        threshold_pct: figures.thresholdPct,
        usual_pct: figures.normalVariationPct,
        z: figures.z,
        z_needed: figures.zNeeded,
      };
    case "hours":
      return {
        ...noFigures,
        observed: figures.observed,
        expected: figures.expected,
        change_pct: changeOfCounts(figures.observed, figures.expected),
      };
    case "silence":
    case "property-silence": {
      const { observed, expected } = figures;
      return { ...noFigures, observed, expected, change_pct: expected > 0 ? stoppedChange : null };
    }
    case "null-rate":
      return {
        ...noFigures,
        ...shareCells(figures),
        observed: figures.missingPct,
        expected: figures.missingBeforePct,
      };
    case "distribution":
      return {
        ...noFigures,
        ...shareCells(figures),
        observed: figures.shiftedPct,
        expected: figures.byChancePct,
      };
  }
}

/** The change of what stopped, in percent. */
const stoppedChange = -100;

const shareCells = (figures: Extract<Figures, { effectPct: number }>): Partial<FigureCells> => ({
  change_pct: figures.effectPct,
  threshold_pct: figures.thresholdPct,
  usual_pct: figures.largestPastChangePct,
  z: figures.z,
  z_needed: figures.zNeeded,
});

/** What a row's cells don't tell of its finding. */
type Beside = {
  segment: Segment | null;
  cause: Cause | null;
  copies?: Copies | undefined;
  version: NamedVersion | null;
  renamedTo: Successor | null;
  /** `observed` of a group's strongest finding. */
  strongestObserved: number | null;
  series: RowSeries | null;
  sizes?: Sizes | undefined;
};

/**
 * The finding of a flagged row, or of one that has ended.
 * @param row rounded as in the file
 * @throws TypeError if the row lacks a figure that its rule always has
 */
export function toFinding(row: SubjectRow, beside: Beside): Finding {
  const { detector, subject, severity, state, baseline_from: from, baseline_to: to } = row;
  if (severity === "inconclusive") throw new TypeError("an inconclusive row has no finding");
  return {
    detector,
    subject,
    segment: beside.segment,
    severity,
    comparedWithLastRun: state,
    since: known(row, "first_bad_day"),
    until: known(row, "last_day"),
    days: known(row, "days"),
    isProvisional: row.provisional === true,
    figures: figuresOf(row, beside),
    cause: beside.cause,
    ...(beside.copies && { copies: beside.copies }),
    version: beside.version,
    renamedTo: beside.renamedTo,
    // Rows have no hours; a run looks them up when it knows its findings.
    onset: null,
    began: null,
    baseline: from && to ? { from, to, days: known(row, "baseline_days") } : null,
  };
}

function figuresOf(row: SubjectRow, { segment, series, sizes, strongestObserved }: Beside): Figures {
  const { rule } = detectorOf(row.detector);
  const observed = row.subject.kind === "group" ? (strongestObserved ?? 0) : known(row, "observed");
  const score = { z: row.z, zNeeded: row.z_needed };
  switch (rule) {
    case "count-change":
    case "profile-count":
      return {
        rule,
        observed,
        expected: known(row, "expected"),
        changePct: row.change_pct,
        netChangePct: row.change_pct_beyond_project,
        range:
          row.range_low === null || row.range_high === null
            ? null
            : { low: row.range_low, high: row.range_high },
        normalVariationPct: row.usual_pct,
        thresholdPct: known(row, "threshold_pct"),
        ...score,
      };
    case "silence":
    case "property-silence":
      return { rule, observed, expected: known(row, "expected") };
    case "null-rate":
      return { rule, missingPct: observed, missingBeforePct: known(row, "expected"), ...shareFigures(row) };
    case "distribution":
      return {
        rule,
        shiftedPct: observed,
        byChancePct: known(row, "expected"),
        movers: segment === null && series?.kind === "distribution" ? moversOf(series.cells) : [],
        ...(sizes && { sizes }),
        ...shareFigures(row),
      };
  }
}

const shareFigures = (row: SubjectRow) => ({
  effectPct: known(row, "change_pct"),
  largestPastChangePct: row.usual_pct,
  thresholdPct: known(row, "threshold_pct"),
  z: row.z,
  zNeeded: row.z_needed,
});

const mostMovers = 3;

/** The cells whose shares, in 0–1, changed most. */
const moversOf = (cells: readonly { label: string; before: number; after: number }[]) =>
  [...cells]
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
    .slice(0, mostMovers)
    .map(({ label, before, after }) => ({ label, beforePct: percentOf(before), nowPct: percentOf(after) }));

/** A share in 0–1 in percent, to one decimal. */
const percentOf = (share: number): number => Math.round(1000 * share) / 10;

function known<Column extends keyof ResultRow>(
  row: ResultRow,
  column: Column,
): NonNullable<ResultRow[Column]> {
  const value = row[column];
  if (value === null || value === undefined) throw new TypeError(`a finding without ${column}`);
  return value;
}
