import { type DetectorKey, detectorOf } from "../../contract/detectors.js";
import type { DetectorNeed } from "../../contract/detectors/descriptor.js";
import { annotationsText, baselineChange } from "../annotations/annotations.js";
import { foldIntoCauses, foldStoppedCounts } from "../fold/fold-counts.js";
import { applyIncidents } from "../run-comparison/apply-incidents.js";
import { alignSegmentRoots } from "../run-comparison/segment-roots.js";
import { inheritStates } from "../run-comparison/inherit-states.js";
import type { CountedRows, DetectorOutcome, DraftRow, FinishedRow, RunInput, RunOutcome } from "../model.js";
import { rules } from "../registry.js";
import { isFlagged } from "../result-row.js";
import { roundedRow } from "../result-table.js";
import { inFileOrder, merged } from "./row-order.js";
import { foldPropertyRows } from "../fold/fold-roots.js";

/** A run's rows by detector, before anything that spans detectors is applied. */
export type RunDrafts = ReadonlyMap<DetectorKey, readonly DraftRow[]>;

/** Number of rows per detector that have a chart and a breakdown: those that its page shows. */
export const detailedRows = 200;

/**
 * Judges one run: first every selected detector on its own, then what spans them. Findings with the same root become
 * one row, incidents get their state, and rows are sorted. Pure: the same input gives the same outcome, in a live run
 * and in a backfill.
 */
export const evaluateRun = (input: RunInput): RunOutcome => concludeRun(input, judgeRun(input));

/** Returns the rows of every selected detector that has the data it needs. */
export function judgeRun(given: RunInput): Map<DetectorKey, DraftRow[]> {
  const input = withBaselines(given);
  const judged = new Map<DetectorKey, DraftRow[]>();
  for (const { key, settings } of input.detectors) {
    const { needs, rule } = detectorOf(key);
    if (hasNeeds(input, needs))
      judged.set(
        key,
        rules[rule](input, key, settings).map((draft) => annotated(draft, input)),
      );
  }
  return judged;
}

/**
 * Completes a run with everything that depends on all of its rows together.
 * @param ordinary further rows, which only count in the totals
 */
export function concludeRun(
  input: RunInput,
  judged: RunDrafts,
  ordinary: ReadonlyMap<DetectorKey, CountedRows> = new Map(),
): RunOutcome {
  const folded = foldIntoCauses(foldPropertyRows(foldStoppedCounts(judged)));
  const previous = input.previous && alignSegmentRoots(input.previous, [...folded.values()].flat());
  return {
    detectors: input.detectors.map(({ key }) => {
      const drafts = folded.get(key);
      if (!drafts) return unreadOutcome(key);
      return outcomeOf(key, withStates(key, drafts, { ...input, previous }), ordinary.get(key));
    }),
  };
}

/** Adds to the counts the baselines that annotations change. */
export function withBaselines(input: RunInput): RunInput {
  const { annotations = [], counts } = input;
  if (!counts || annotations.length === 0) return input;
  const baselines = new Map(
    annotations.flatMap(({ subject, entity, parent }) => {
      const change = subject === "events" ? baselineChange(annotations, { subject, entity, parent }) : null;
      return change ? [[entity, change] as const] : [];
    }),
  );
  return { ...input, counts: { ...counts, baselines } };
}

/** Appends the row's annotations to its reason. */
export function annotated(draft: DraftRow, { annotations }: RunInput): DraftRow {
  const text = annotations?.length ? annotationsText(annotations, draft.row) : "";
  return text === "" ? draft : { ...draft, row: { ...draft.row, reason: `${draft.row.reason} ${text}` } };
}

/** If an earlier run has already tested these days, its states are copied; otherwise they are derived from it. */
function withStates(key: DetectorKey, drafts: readonly DraftRow[], input: RunInput): DraftRow[] {
  const { previous, lastDay } = input;
  if (previous && previous.lastDay >= lastDay) return inheritStates(drafts, previous.rows);
  return applyIncidents(key, drafts, previous, lastDay);
}

function hasNeeds(input: RunInput, need: DetectorNeed): boolean {
  switch (need) {
    case "counts":
      return input.counts !== null;
    case "event-properties":
      return input.aggregates !== null;
    case "profiles":
      return input.profiles !== null;
  }
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
  ordinary: CountedRows | undefined,
): DetectorOutcome {
  const rows = inFileOrder(drafts.map((draft) => ({ draft, row: roundedRow(draft.row) }))).map(finished);
  const severity = verdictOf(drafts, ordinary);
  return {
    key,
    severity,
    reason: severity === "inconclusive" ? reasonOf(drafts, ordinary) : null,
    recorded:
      severity === "inconclusive" ? (drafts.find(({ recorded }) => recorded)?.recorded ?? null) : null,
    rows,
    ...(ordinary && { ordinary }),
    totalRows: drafts.filter(({ isAnalysed }) => isAnalysed).length + (ordinary?.analysed ?? 0),
    filteredRows: drafts.filter(({ row }) => isFlagged(row)).length,
  };
}

/** Iterates over all rows in file order. */
export const rowsOfFile = ({ rows, ordinary }: DetectorOutcome): Iterable<FinishedRow> =>
  ordinary ? merged(rows, ordinary) : rows;

/** Severity of the worst flagged row; without one, normal if any row was judged, else inconclusive. */
function verdictOf(
  drafts: readonly DraftRow[],
  ordinary: CountedRows | undefined,
): DetectorOutcome["severity"] {
  const has = (severity: string): boolean => drafts.some(({ row }) => row.severity === severity);
  if (has("alert")) return "alert";
  if (has("warning")) return "warning";
  return has("normal") || (ordinary?.normal ?? 0) > 0 ? "normal" : "inconclusive";
}

/** The first row is always in `drafts`, never among the ordinary ones. */
function reasonOf(drafts: readonly DraftRow[], ordinary: CountedRows | undefined): string {
  const [first] = drafts;
  if (!first) return "there was nothing to check on these days.";
  const count = drafts.length + (ordinary?.inconclusive ?? 0);
  if (count === 1) return first.row.reason;
  return `none of ${count} rows could be checked. The first one: ${first.row.reason}`;
}

/** Only shown rows, which come first in the file, keep their cause; the first `detailedRows` of them get a chart. */
function finished({ draft, row }: { draft: DraftRow; row: FinishedRow["row"] }, place: number): FinishedRow {
  const isShown = isFlagged(row) || row.state === "recovered" || row.state === "new_level";
  const { cause, segment = null, breakdown } = draft;
  if (!isShown) return { row, series: null, cause: null, segment, breakdown: null };
  if (place >= detailedRows) return { row, series: null, cause, segment, breakdown: null };
  return { row, series: draft.series(), cause, segment, breakdown: breakdown?.() ?? null };
}
