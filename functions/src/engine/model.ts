import type { DetectorKey, SelectedDetector } from "../contract/detectors.js";
import type { DetectorSubject } from "../contract/detectors/descriptor.js";
import type { Cause, ResultRow, RowSeries, Segment, SegmentBreakdown } from "../contract/results.js";
import type { RecordedBaseline } from "../contract/runs.js";
import type { Day } from "./days.js";
import type { EventSegments } from "./segments/model.js";

export type { Day };

/** Rows that carried one value on one day. `name` is the value's JSON text where it may be known, else null. */
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
  /** Filled rows whose text only says "nothing": "undefined", "null", "N/A", "none", "nan". */
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
  /** Rows of the parent per day, parallel to `days`; a null day means that all of them lack the property. */
  rows: readonly number[];
  /** The days of a longer series that these are a stretch of, where several stretches are judged, and the first one's index. */
  partOf?: { days: readonly (PropertyDay | null)[]; from: number };
};

/** Read access to daily aggregates of consecutive days, decoded property by property so that memory stays flat. */
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
  /** Two-way counts; null or missing where none were made. */
  segments?(event: string): EventSegments | null;
}

/** Daily aggregates of a range of days, read a block of events at a time, in order of the events' names. */
export interface AggregateBlocks {
  readonly days: readonly Day[];
  /** Readers of consecutive events, which together hold every event once, sorted. May be iterated more than once. */
  blocks(): AsyncIterable<AggregateReader>;
}

/** Rows per event and day over one range; a day without a row is 0. */
export type CountHistory = {
  /** Consecutive, ascending; the last one is the last tested day. */
  days: readonly Day[];
  events: ReadonlyMap<string, readonly number[]>;
  /** What people have said of the events' baselines. */
  baselines?: ReadonlyMap<string, BaselineChange>;
};

/** What is known of the user profiles. Days of `seen` are days of `$last_seen`. */
export type ProfileHistory = {
  seen: {
    readonly days: readonly Day[];
    properties(): readonly string[];
    series(property: string): PropertySeries;
    /** Two-way counts; null or missing where none were made. */
    segments?: EventSegments | null;
  };
  /** Days of the baseline and window that come from Plumbline's own snapshots instead of today's survivors. */
  snapshotDays: ReadonlySet<Day>;
  /** Number of profiles at the end of each day on which a snapshot was taken, ascending, gaps allowed. */
  totals: readonly { day: Day; total: number }[];
  /** Profiles created per day, parallel to `days`; null when no property holds the creation day. */
  created: { days: readonly Day[]; counts: readonly number[] } | null;
};

/**
 * The last completed or partial run of the same setup whose last tested day is earlier, with at least its flagged and
 * its recovered rows: without the recovered ones, a streak that is over would be reported as new again. A run whose last tested day is not
 * earlier may stand here too: then this run takes its states over.
 */
export type PreviousRun = { lastDay: Day; rows: readonly PreviousRow[] };

/** A row of an earlier run with where in its entity the finding was, and what explained it; missing in older runs. */
export type PreviousRow = ResultRow & { segment?: Segment | null; causeDetail?: Cause | null };

/** All that a verdict depends on. Excluded events and properties have been left out of every part. */
export type RunInput = {
  /** Last tested project day: yesterday in the project's time zone. */
  lastDay: Day;
  detectors: readonly SelectedDetector[];
  counts: CountHistory | null;
  /** Property aggregates; also what `cause` is read from. */
  aggregates: AggregateReader | null;
  profiles: ProfileHistory | null;
  previous: PreviousRun | null;
  /** What people have said of single events and properties. */
  annotations?: readonly Annotation[];
  /** Properties without a finding get no rows, which is most of the work: for replays, which look at many days. */
  hasFindingsOnly?: boolean;
};

/** A row before folding, incidents and rounding to the digits of the file. */
export type DraftRow = {
  row: ResultRow;
  /** Computed only for rows that are shown. */
  series: () => RowSeries | null;
  cause: Cause | null;
  /** Counts as a row analysed: judged, and not generated (`(project)`, `(mix)`, root rows). */
  isAnalysed: boolean;
  /** +1 or −1: the direction, which separates a spike's incident from a drop's; 0 where there is one direction only. */
  direction: -1 | 0 | 1;
  /** The flagged streak or window reaches the last tested day. */
  isOpen: boolean;
  /** For counts: recent level against the level before the incident, as C/E − 1; tells `new_level` from `recovered`. */
  levelChange: number | null;
  /** Inconclusive because the baseline is still being recorded: how much of it there is. */
  recorded?: RecordedBaseline;
  /** The row's figures are those inside this segment. */
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

/** Rows that nothing was found on, in the order of the file, unpacked one after the other; and how many there are. */
export interface CountedRows extends Iterable<FinishedRow> {
  readonly analysed: number;
  readonly normal: number;
  readonly inconclusive: number;
}

export type DetectorOutcome = {
  key: SelectedDetector["key"];
  severity: "alert" | "warning" | "normal" | "inconclusive";
  /** Why the detector as a whole is inconclusive, else null. */
  reason: string | null;
  /** How much of a baseline there is, where it is inconclusive because that is still being recorded. */
  recorded: RecordedBaseline | null;
  /**
   * Rows in the order of the file. The cause is filled for flagged, recovered and new-level rows, series and breakdown
   * for the first 200 of them.
   */
  rows: readonly FinishedRow[];
  /** Judged block by block, the rows that nothing was found on stand here: the file has both, see `rowsOfFile`. */
  ordinary?: CountedRows;
  /** Rows analysed: what the run is billed for. */
  totalRows: number;
  /** Flagged rows (alert, warning), generated ones included. */
  filteredRows: number;
};

export type RunOutcome = { detectors: readonly DetectorOutcome[] };

/** What people have said of one event or property. Data for the engine, which stays pure. */
export type Annotation = {
  subject: DetectorSubject;
  entity: string;
  /** A property's event; null for events and user properties. */
  parent: string | null;
  /** Of this segment alone; missing for the event or property as a whole. */
  segment?: Segment;
} & (
  | { kind: "leave_out"; from: Day; to: Day }
  /** The level since `from` is accepted: the baseline begins there. */
  | { kind: "new_level"; from: Day }
  /** This check alone takes at least `percent` as its threshold. */
  | { kind: "limit"; detector: DetectorKey; percent: number }
);

/** What annotations make of one baseline. */
export type BaselineChange = {
  /** First day of the baseline; null where it is as ever. */
  start: Day | null;
  isLeftOut: (day: Day) => boolean;
};
