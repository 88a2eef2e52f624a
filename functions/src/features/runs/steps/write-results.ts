import { byteOrderMark, csvText } from "../../../contract/findings/csv-file.js";
import { type DetectorKey, detectorOf } from "../../../contract/detectors.js";
import {
  csvColumns,
  type FindingIncident,
  type SegmentBreakdown,
  type StoredFinding,
} from "../../../contract/results.js";
import { type Finding, isOfHours } from "../../../contract/findings/finding.js";
import { summarizeFindings } from "../../../contract/run-summary.js";
import type { RowCounts } from "../../../contract/runs.js";
import { rowsOfFile } from "../../../engine/evaluate/conclude-run.js";
import type { DetectorOutcome, FinishedRow } from "../../../engine/model.js";
import { byImportance } from "../../../engine/detectors/words.js";
import { isFlagged } from "../../../engine/result-row.js";
import { csvCells } from "../../../engine/result-table.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { objectPaths } from "../../../common/object-paths.js";
import { writeJson } from "../../../ports/object-store.js";
import { writeFindings } from "../finding-files.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";
import type { RunFailure } from "../run-failure.js";
import type { DetectorRecord, RunRecord } from "../run-record.js";

const csvRowsAtOnce = 1_000;

/** The incident of a row that is flagged or has ended; null for other rows, and for rows without an incident. */
export type IncidentOf = (
  row: Pick<FinishedRow, "row" | "segment" | "finding">,
) => (FindingIncident & { firstBadDay: string | null }) | null;

/** What incidents make of a run. `verdicts`, which is JSON, is recorded once the run is committed. */
export type Assessment = { incidentOf: IncidentOf; verdicts: unknown };

/** Compares a run's findings with the incidents, which it only reads. */
export type AssessRun = (
  deps: Pick<Dependencies, "incidents" | "connections" | "objects" | "releases" | "clock" | "logger">,
  workspaceId: WorkspaceId,
  run: {
    runId: string;
    connectionId: string;
    lastTestedDay: string;
    /** Days on which an app version reached 5% of the events. Called only if an incident is muted until the next version. */
    versionDays: () => readonly string[];
    /** The hours that were checked, and the events; null or missing if there are none. */
    hours?: { day: string; until: string; events: readonly string[] } | null;
  },
  outcomes: readonly DetectorOutcome[],
) => Promise<Assessment>;

/** A detector's outcome, or why it couldn't run. */
export type JudgedDetector =
  { key: DetectorKey; outcome: DetectorOutcome } | { key: DetectorKey; failure: RunFailure };

/** What the results need to know about their run. A `LeasedRun` is one. */
type ResultsRun = Pick<LeasedRun, "workspaceId" | "step"> & {
  record: Pick<RunRecord, "id" | "detectors" | "startedAt">;
};

/**
 * Writes each detector's files.
 * @returns the detectors' records, to be stored when the run ends
 */
export async function writeResults(
  { objects }: Pick<Dependencies, "objects">,
  run: ResultsRun,
  judged: readonly JudgedDetector[],
  { incidentOf, verdicts }: Assessment,
): Promise<DetectorRecord[]> {
  const { workspaceId, record } = run;
  const records: DetectorRecord[] = [];
  await run.step("Writing results");
  for (const detector of judged) {
    const { key } = detector;
    const settings = record.detectors.find((entry) => entry.key === key)!.settings;
    const base = {
      id: key,
      useCaseKey: key,
      name: detectorOf(key).name,
      settings,
      createdAt: record.startedAt!,
    };
    if ("failure" in detector) {
      records.push({
        ...base,
        severity: "failed",
        reason: detector.failure.message,
        recorded: null,
        counts: countsOf([], { totalRows: 0 }),
        totalRows: 0,
        filteredRows: 0,
        csvObject: null,
        findings: null,
      });
      continue;
    }
    const { outcome } = detector;
    const rows = outcome.rows.map((row) => inStateOf(row, incidentOf(row)));
    const csvObject = objectPaths.detectorCsv(workspaceId, record.id, key);
    const [findings] = await Promise.all([
      writeFindings(
        objects,
        objectPaths.detectorFindings(workspaceId, record.id, key),
        rows.flatMap(findingOf).sort(byImportance),
      ),
      objects.write(
        csvObject,
        { chunks: () => csvOf(rowsOfFile({ ...outcome, rows: rows.filter(isOfDays) })) },
        { contentType: "text/csv; charset=utf-8" },
      ),
    ]);
    const counts = countsOf(rows, outcome);
    records.push({
      ...base,
      severity: severityOf(outcome.severity, counts),
      reason: outcome.reason,
      recorded: outcome.recorded,
      counts,
      totalRows: outcome.totalRows,
      filteredRows: outcome.filteredRows,
      csvObject,
      findings,
    });
  }
  await writeJson(objects, objectPaths.runVerdicts(workspaceId, record.id), verdicts);
  return records;
}

/** The row as a run stores it; empty for a row that is neither flagged nor has a state. */
export const findingOf = ({
  row,
  finding,
  series,
  cause,
  segment,
  breakdown,
  incident,
  hours,
}: PlacedRow): StoredFinding[] =>
  isFlagged(row) || row.state !== null
    ? [
        {
          ...row,
          finding,
          series,
          causeDetail: cause,
          version: finding?.version ?? null,
          segment,
          breakdown: breakdown && roundBreakdown(breakdown),
          incident,
          ...(hours !== undefined && { hours }),
        },
      ]
    : [];

type PlacedRow = FinishedRow & { incident: FindingIncident | null };

/** The finding with the first day of its incident, if that is earlier. */
export const beganOn = (finding: Finding, firstBadDay: string | null): Finding => ({
  ...finding,
  began: firstBadDay !== null && firstBadDay < finding.since ? firstBadDay : null,
});

/**
 * The row in the state and with the first day of its incident, which every screen and message shows, in place of the setup's
 * own comparison.
 */
export function inStateOf(row: FinishedRow, placed: ReturnType<IncidentOf>): PlacedRow {
  if (!placed) return { ...row, incident: null };
  const { firstBadDay, ...incident } = placed;
  const { state } = incident;
  const finding = row.finding && { ...beganOn(row.finding, firstBadDay), comparedWithLastRun: state };
  return { ...row, row: { ...row.row, state }, finding, incident };
}

/** Whether a row is about days, not hours. The file has only such rows. */
export const isOfDays = ({ finding }: Pick<FinishedRow, "finding">): boolean =>
  !finding || !isOfHours(finding);

/** Known findings don't count toward a check's severity. */
function severityOf(severity: DetectorOutcome["severity"], counts: RowCounts): DetectorOutcome["severity"] {
  if (severity !== "alert" && severity !== "warning") return severity;
  if (counts.alerts > 0) return "alert";
  return counts.warnings > 0 ? "warning" : "normal";
}

/** A byte order mark, a header with the stable column names and all CSV rows, in batches. */
export function* csvOf(rows: Iterable<FinishedRow>): Generator<string, void> {
  yield byteOrderMark;
  let lines: string[][] = [[...csvColumns]];
  for (const { row, segment } of rows) {
    lines.push(csvCells(row, segment));
    if (lines.length < csvRowsAtOnce) continue;
    yield csvText(lines);
    lines = [];
  }
  if (lines.length > 0) yield csvText(lines);
}

/** Keeps only the digits that a chart can show: a detector's page has up to 200 breakdowns of 9 segments and 58 days. */
function roundBreakdown(breakdown: SegmentBreakdown): SegmentBreakdown {
  const scale = breakdown.measure === "events" ? 10 : 10_000;
  const round = (value: number | null) => (value === null ? null : Math.round(value * scale) / scale);
  return {
    ...breakdown,
    segments: breakdown.segments.map((segment) => ({
      ...segment,
      daily: segment.daily.map(round),
      expectedDaily: segment.expectedDaily?.map(round) ?? null,
    })),
  };
}

function countsOf(
  rows: readonly PlacedRow[],
  { totalRows, withoutFinding }: Pick<DetectorOutcome, "totalRows" | "withoutFinding">,
): RowCounts {
  const { findings } = summarizeFindings(rows.map(({ row, incident }) => ({ ...row, incident })));
  const inconclusive = rows.filter(({ row }) => row.severity === "inconclusive").length;
  return {
    analysed: totalRows,
    flagged: findings.alerts + findings.warnings,
    inconclusive: inconclusive + (withoutFinding?.inconclusive ?? 0),
    ...findings,
  };
}
