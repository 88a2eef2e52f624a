import { hasEnded } from "../../contract/findings/detector-states.js";
import { type DetectorKey, detectorOf } from "../../contract/detectors.js";
import type { DetectorNeed } from "../../contract/detectors/descriptor.js";
import { foldIntoCauses, foldStoppedCounts } from "../fold/fold-counts.js";
import { foldPropertyRows } from "../fold/fold-roots.js";
import type { SubjectRow } from "../../contract/findings/csv-row.js";
import type { CountedRows, DetectorOutcome, DraftRow, FinishedRow, RunInput, RunOutcome } from "../model.js";
import { explainRename } from "../names/explain-renames.js";
import type { Rename } from "../names/names.js";
import { isFlagged } from "../result-row.js";
import { roundedRow } from "../result-table.js";
import { compareWithPreviousRun } from "../run-comparison/compare-with-previous-run.js";
import { alignSegmentRoots } from "../run-comparison/segment-roots.js";
import { toFinding } from "../../contract/findings/csv-row.js";
import { inFileOrder, mergeSorted } from "./row-order.js";

/** A run's rows by detector, before anything that spans detectors is applied. */
export type RunDrafts = ReadonlyMap<DetectorKey, readonly DraftRow[]>;

/**
 * Completes a run with everything that depends on all of its rows together.
 * @param withoutFinding further rows, which only count in the totals
 */
export function concludeRun(
  input: Omit<RunInput, "aggregates" | "counts">,
  checked: RunDrafts,
  withoutFinding: ReadonlyMap<DetectorKey, CountedRows>,
  renames: readonly Rename[] = [],
): RunOutcome {
  const folded = foldIntoCauses(foldPropertyRows(foldStoppedCounts(checked)));
  const previous = input.previous && alignSegmentRoots(input.previous, [...folded.values()].flat());
  return {
    detectors: input.detectors.map(({ key }) => {
      const drafts = folded.get(key);
      if (!drafts) return unreadOutcome(key);
      const explained = drafts.map((draft) => explainRename(draft, renames));
      const compared = compareWithPreviousRun(key, explained, previous, input.lastDay);
      return outcomeOf(key, compared, withoutFinding.get(key));
    }),
  };
}

const missing: Record<DetectorNeed, string> = {
  counts: "the event counts were not read.",
  "event-properties": "the properties of the events were not read.",
  profiles: "the user profiles were not read.",
};

const unreadOutcome = (key: DetectorKey): DetectorOutcome => ({
  key,
  severity: "inconclusive",
  reason: missing[detectorOf(key).needs],
  recorded: null,
  rows: [],
  totalRows: 0,
  filteredRows: 0,
});

function outcomeOf(
  key: DetectorKey,
  drafts: readonly DraftRow[],
  withoutFinding: CountedRows | undefined,
): DetectorOutcome {
  const rows = inFileOrder(drafts.map((draft) => ({ draft, row: roundedRow(draft.row) }))).map(finishRow);
  const severity = verdictOf(drafts, withoutFinding);
  return {
    key,
    severity,
    reason: severity === "inconclusive" ? reasonOf(drafts, withoutFinding) : null,
    recorded:
      severity === "inconclusive" ? (drafts.find(({ recorded }) => recorded)?.recorded ?? null) : null,
    rows,
    ...(withoutFinding && { withoutFinding }),
    totalRows: drafts.filter(({ isAnalysed }) => isAnalysed).length + (withoutFinding?.analysed ?? 0),
    filteredRows: drafts.filter(({ row }) => isFlagged(row)).length,
  };
}

/** Iterates over all rows in file order. */
export const rowsOfFile = ({ rows, withoutFinding }: DetectorOutcome): Iterable<FinishedRow> =>
  withoutFinding ? mergeSorted(rows, withoutFinding) : rows;

/** Severity of the worst flagged row; without one, normal if any row could be checked, else inconclusive. */
function verdictOf(
  drafts: readonly DraftRow[],
  withoutFinding: CountedRows | undefined,
): DetectorOutcome["severity"] {
  const has = (severity: string): boolean => drafts.some(({ row }) => row.severity === severity);
  if (has("alert")) return "alert";
  if (has("warning")) return "warning";
  return has("normal") || (withoutFinding?.normal ?? 0) > 0 ? "normal" : "inconclusive";
}

/** The first row is always in `drafts`, never among those without a finding. */
function reasonOf(drafts: readonly DraftRow[], withoutFinding: CountedRows | undefined): string {
  const [first] = drafts;
  if (!first) return "there was nothing to check on these days.";
  const count = drafts.length + (withoutFinding?.inconclusive ?? 0);
  if (count === 1) return first.row.reason;
  return `none of ${count} rows could be checked. The first one: ${first.row.reason}`;
}

/** Only shown rows keep their cause and get a chart. Which are the most important is known once they have incidents. */
function finishRow({ draft, row }: { draft: DraftRow; row: SubjectRow }): FinishedRow {
  const isShown = isFlagged(row) || hasEnded(row.state);
  const { cause, copies, segment = null, breakdown } = draft;
  if (!isShown) return { row, finding: null, series: null, cause: null, segment, breakdown: null };
  const series = draft.series();
  const { version = null, renamedTo = null, strongestObserved = null, sizes } = draft;
  return {
    row,
    finding: toFinding(row, { segment, cause, copies, version, renamedTo, strongestObserved, series, sizes }),
    series,
    cause,
    segment,
    breakdown: breakdown?.() ?? null,
  };
}
