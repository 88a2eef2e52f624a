import type { DetectorKey, SelectedDetector } from "../contract/detectors.js";
import type { SubjectRow } from "../contract/findings/csv-row.js";
import type {
  Copies,
  Finding,
  NamedVersion,
  OnsetHours,
  SingleSubject,
  Successor,
} from "../contract/findings/finding.js";
import type { Cause, RowSeries, Segment, SegmentBreakdown } from "../contract/results.js";
import type { Sizes } from "../contract/findings/sizes.js";
import type { RecordedBaseline } from "../contract/runs.js";
import type { Day } from "../common/days.js";
import type { AggregateReader, CountHistory, ProfileHistory } from "../aggregates/model.js";

/**
 * The last completed or partial run of the same setup, with at least its flagged and its recovered rows: without the
 * recovered ones, a streak that is over would be reported as new again. If its last tested day is not earlier, both runs
 * tested the same days, and this run copies its states.
 */
export type PreviousRun = { lastDay: Day; rows: readonly PreviousRow[] };

/** A row of an earlier run with the finding's segment, likely cause and version. */
export type PreviousRow = SubjectRow & {
  segment?: Segment | null;
  causeDetail?: Cause | null;
  version?: NamedVersion | null;
};

/** Counts whose events' baselines may be changed by annotations. */
export type AnnotatedCounts = CountHistory & { baselines?: ReadonlyMap<string, BaselineChange> };

/** Everything that a verdict depends on. Excluded events and properties are already left out of every part. */
export type RunInput = {
  /** Last tested project day: yesterday in the project's time zone. */
  lastDay: Day;
  detectors: readonly SelectedDetector[];
  counts: AnnotatedCounts | null;
  /** Property aggregates; `cause` is read from them as well. */
  aggregates: AggregateReader | null;
  profiles: ProfileHistory | null;
  previous: PreviousRun | null;
  /** Annotations that people made on single events and properties. */
  annotations?: readonly Annotation[];
  /** Skips rows of properties without a finding, which are most of the work. For replays, which cover many days. */
  hasFindingsOnly?: boolean;
};

/** A row before folding, comparison with the previous run and rounding for the file. */
export type DraftRow = {
  row: SubjectRow;
  /** Computed only for rows that are shown. */
  series: () => RowSeries | null;
  cause: Cause | null;
  /** Missing if there are no more than usual. */
  copies?: Copies;
  /** Whether it is a billable check: checked, and not generated (the whole project, an event's mix, root rows). */
  isAnalysed: boolean;
  /** +1 or −1, so that a spike and a drop are different findings; 0 if there is only one direction. */
  direction: -1 | 0 | 1;
  /** Whether the flagged streak or window reaches the last tested day. */
  isOpen: boolean;
  /** For counts: recent level against the level before the finding, C/E − 1. Tells `new_level` from `recovered`. */
  levelChange: number | null;
  /** How much of the baseline is recorded; set if the row is inconclusive because recording isn't finished. */
  recorded?: RecordedBaseline;
  /** The segment that the row's figures are for. */
  segment?: Segment;
  /** The app version that the cause names. */
  version?: NamedVersion;
  renamedTo?: Successor;
  /** Only if the finding is that numbers were multiplied. */
  sizes?: Sizes;
  /** For a group, `observed` of its strongest finding; the row's own is the number of findings. */
  strongestObserved?: number | null;
  /** The finding by segment; computed only for rows that are shown. */
  breakdown?: () => SegmentBreakdown | null;
};

export type FinishedRow = {
  row: SubjectRow;
  /** Null for rows without a finding, and for rows folded without one of their own. */
  finding: Finding | null;
  series: RowSeries | null;
  cause: Cause | null;
  segment: Segment | null;
  breakdown: SegmentBreakdown | null;
  /** Of the day on which it began; null if they aren't known. */
  hours?: OnsetHours | null;
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
  /** Rows in file order. Flagged, recovered and new-level rows have a cause, a series and a breakdown. */
  rows: readonly FinishedRow[];
  /** Rows without a finding, if the run was evaluated block by block. The file contains both, see `rowsOfFile`. */
  withoutFinding?: CountedRows;
  /** Billable checks. */
  totalRows: number;
  /** Flagged rows (alert, warning), generated ones included. */
  filteredRows: number;
};

export type RunOutcome = { detectors: readonly DetectorOutcome[] };

/** What a person noted about one event or property. It is passed in as data, so that the engine stays pure. */
export type Annotation = {
  about: SingleSubject;
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
