import type { DetectorKey, SelectedDetector } from "../contract/detectors.js";
import type { DetectorSubject } from "../contract/detectors/descriptor.js";
import type { Cause, ResultRow, RowSeries, Segment, SegmentBreakdown } from "../contract/results.js";
import type { RecordedBaseline } from "../contract/runs.js";
import type { Day } from "./days.js";
import type { EventSegments } from "./segments/model.js";

export type { Day };

/** Rows with one value on one day. `name` is the value's JSON text, or null if only its hash is stored. */
export type ValueCount = { hash: string; rows: number; name: string | null };

/**
 * One day of one property: of an event, or of the profiles last seen on that day. All numbers are rows.
 * `rows = absent + nulls + empties + filled`, and `filled = otherRows + Σ values.rows`.
 */
export type PropertyDay = {
  /** Rows of the event (profiles seen) that day, with or without the property. */
  rows: number;
  absent: number;
  /** JSON null. */
  nulls: number;
  /** The empty string. */
  empties: number;
  /** Filled rows whose text means "no value": "undefined", "null", "N/A", "none", "nan". */
  nullLike: number;
  /** Filled rows that are JSON numbers. */
  numbers: number;
  /** Filled rows that look like a version or begin like an ISO date. */
  versionLike: number;
  /** Distinct filled values, an estimate beyond the exact limit of the profiler. */
  distinct: number;
  /** The most common filled values, most rows first, then by hash. */
  values: readonly ValueCount[];
  /** Filled rows whose value is not among `values`. */
  otherRows: number;
  /** Signed log₂ bins of the JSON numbers, see `numberBin`; ascending. */
  bins: readonly (readonly [bin: number, rows: number])[];
  /** Rows per form of the filled values, see `formOf`; most rows first, then by form. */
  forms: readonly (readonly [form: string, rows: number])[];
};

/** `days` is parallel to the reader's days; null = the property was never on a row of that day. */
export type PropertySeries = {
  property: string;
  /** The event, or null for a user property. */
  parent: string | null;
  days: readonly (PropertyDay | null)[];
  /** Rows of the parent per day, parallel to `days`; if a day is null, all its rows lack the property. */
  rows: readonly number[];
  /** The series that `days` is a slice of, and the index of its first day; set when several slices are judged. */
  partOf?: { days: readonly (PropertyDay | null)[]; from: number };
};

/** Reads daily aggregates of consecutive days, decoding one property at a time so that memory stays flat. */
export interface AggregateReader {
  /** Consecutive, ascending. */
  readonly days: readonly Day[];
  /** Every event seen on any of the days, sorted. */
  events(): readonly string[];
  /** Rows per day, parallel to `days`. */
  rows(event: string): readonly number[];
  /** Every property seen on the event on any of the days, sorted. */
  properties(event: string): readonly string[];
  series(event: string, property: string): PropertySeries;
  /** Two-way counts; null or missing if none were made. */
  segments?(event: string): EventSegments | null;
}

/** Daily aggregates of a range of days, read in blocks of events, ordered by event name. */
export interface AggregateBlocks {
  readonly days: readonly Day[];
  /** Readers of consecutive events; together they contain every event once, sorted. May be iterated more than once. */
  blocks(): AsyncIterable<AggregateReader>;
}

/** Rows per event and day over one range; a day without a row is 0. */
export type CountHistory = {
  /** Consecutive, ascending; the last one is the last tested day. */
  days: readonly Day[];
  events: ReadonlyMap<string, readonly number[]>;
  /** Changes to the events' baselines by annotations. */
  baselines?: ReadonlyMap<string, BaselineChange>;
};

/** The user profiles by day. Days of `seen` are days of `$last_seen`. */
export type ProfileHistory = {
  seen: {
    readonly days: readonly Day[];
    properties(): readonly string[];
    series(property: string): PropertySeries;
    /** Two-way counts; null or missing if none were made. */
    segments?: EventSegments | null;
  };
  /** Days of the baseline and window taken from Plumbline's own snapshots, not from profiles that exist today. */
  snapshotDays: ReadonlySet<Day>;
  /** Number of profiles at the end of each day on which a snapshot was taken, ascending, gaps allowed. */
  totals: readonly { day: Day; total: number }[];
  /** Profiles created per day, parallel to `days`; null when no property contains the creation day. */
  created: { days: readonly Day[]; counts: readonly number[] } | null;
};

/**
 * The last completed or partial run of the same setup whose last tested day is earlier, with at least its flagged and
 * its recovered rows: without the recovered ones, a streak that is over would be reported as new again. It may also be
 * a run whose last tested day is not earlier; then this run copies its states.
 */
export type PreviousRun = { lastDay: Day; rows: readonly PreviousRow[] };

/** A row of an earlier run with the finding's segment and likely cause, both missing in older runs. */
export type PreviousRow = ResultRow & { segment?: Segment | null; causeDetail?: Cause | null };

/** Everything that a verdict depends on. Excluded events and properties are already left out of every part. */
export type RunInput = {
  /** Last tested project day: yesterday in the project's time zone. */
  lastDay: Day;
  detectors: readonly SelectedDetector[];
  counts: CountHistory | null;
  /** Property aggregates; `cause` is read from them as well. */
  aggregates: AggregateReader | null;
  profiles: ProfileHistory | null;
  previous: PreviousRun | null;
  /** Annotations that people made on single events and properties. */
  annotations?: readonly Annotation[];
  /** Skips rows of properties without a finding, which are most of the work. For replays, which cover many days. */
  hasFindingsOnly?: boolean;
};

/** A row before folding, incident states and rounding for the file. */
export type DraftRow = {
  row: ResultRow;
  /** Computed only for rows that are shown. */
  series: () => RowSeries | null;
  cause: Cause | null;
  /** Whether it is a billable check: judged, and not generated (`(project)`, `(mix)`, root rows). */
  isAnalysed: boolean;
  /** +1 or −1, so that a spike and a drop are different incidents; 0 if there is only one direction. */
  direction: -1 | 0 | 1;
  /** Whether the flagged streak or window reaches the last tested day. */
  isOpen: boolean;
  /** For counts: recent level against the level before the incident, C/E − 1. Tells `new_level` from `recovered`. */
  levelChange: number | null;
  /** How much of the baseline is recorded; set if the row is inconclusive because recording isn't finished. */
  recorded?: RecordedBaseline;
  /** The segment that the row's figures are for. */
  segment?: Segment;
  /** The finding by segment; computed only for rows that are shown. */
  breakdown?: () => SegmentBreakdown | null;
};

export type FinishedRow = {
  row: ResultRow;
  series: RowSeries | null;
  cause: Cause | null;
  segment: Segment | null;
  breakdown: SegmentBreakdown | null;
};

/** Rows without a finding, unpacked one by one in file order, and how many there are. */
export interface CountedRows extends Iterable<FinishedRow> {
  readonly analysed: number;
  readonly normal: number;
  readonly inconclusive: number;
}

export type DetectorOutcome = {
  key: SelectedDetector["key"];
  severity: "alert" | "warning" | "normal" | "inconclusive";
  /** Why the detector as a whole is inconclusive; null if it isn't. */
  reason: string | null;
  /** How much of the baseline is recorded, if the detector is inconclusive because recording isn't finished. */
  recorded: RecordedBaseline | null;
  /**
   * Rows in file order. Flagged, recovered and new-level rows have a cause; the first 200 of them also have a series
   * and a breakdown.
   */
  rows: readonly FinishedRow[];
  /** Rows without a finding, if the run was judged block by block. The file contains both, see `rowsOfFile`. */
  ordinary?: CountedRows;
  /** Billable checks. */
  totalRows: number;
  /** Flagged rows (alert, warning), generated ones included. */
  filteredRows: number;
};

export type RunOutcome = { detectors: readonly DetectorOutcome[] };

/** What a person noted about one event or property. It is passed in as data, so that the engine stays pure. */
export type Annotation = {
  subject: DetectorSubject;
  entity: string;
  /** A property's event; null for events and user properties. */
  parent: string | null;
  /** Limits it to this segment; missing for the event or property as a whole. */
  segment?: Segment;
} & (
  | { kind: "leave_out"; from: Day; to: Day }
  /** The level since `from` is accepted, so the baseline begins there. */
  | { kind: "new_level"; from: Day }
  /** Raises the threshold of this one check to at least `percent`. */
  | { kind: "limit"; detector: DetectorKey; percent: number }
);

/** How annotations change one baseline. */
export type BaselineChange = {
  /** First day of the baseline; null if unchanged. */
  start: Day | null;
  isLeftOut: (day: Day) => boolean;
};
