import { stringify } from "csv-stringify/sync";
import type { DetectorKey } from "../../contract/detectors.js";
import { resultColumns, type DetailedRow, type ResultRow } from "../../contract/results.js";
import type { RowCounts } from "../../contract/runs.js";
import type { DetectorOutcome, FinishedRow } from "../../engine/model.js";
import { detectors } from "../../engine/registry.js";
import { isFlagged } from "../../engine/result-row.js";
import { csvCells } from "../../engine/result-table.js";
import type { Dependencies } from "../dependencies.js";
import { objectPaths } from "../objects/object-paths.js";
import { writeJson } from "../objects/object-store.js";
import type { HeldRun } from "./held-run.js";
import type { RunFailure } from "./run-failure.js";
import type { DetectorRecord } from "./run-record.js";

/** Rows that the report, the detector's page and the table under it show. */
const reportRows = 10;
const detailRows = 200;
const tableRows = 1_000;

/** A detector's outcome, or why it could not be carried out. */
export type JudgedDetector =
  { key: DetectorKey; outcome: DetectorOutcome } | { key: DetectorKey; failure: RunFailure };

/**
 * Writes the files of every detector, and what the report and the next run read.
 * @returns the detectors' records, to be stored with the run's end
 */
export async function writeResults(
  { objects }: Pick<Dependencies, "objects">,
  run: HeldRun,
  judged: readonly JudgedDetector[],
): Promise<DetectorRecord[]> {
  const { uid, record } = run;
  const report: Record<string, DetailedRow[]> = {};
  const findings: ResultRow[] = [];
  const records: DetectorRecord[] = [];
  for (const [index, detector] of judged.entries()) {
    await run.step("Writing results", index, judged.length);
    const { key } = detector;
    const settings = record.detectors.find((entry) => entry.key === key)!.settings;
    const base = {
      id: key,
      useCaseKey: key,
      name: detectors[key].name,
      settings,
      createdAt: record.startedAt!,
    };
    if ("failure" in detector) {
      records.push({
        ...base,
        severity: "failed",
        reason: detector.failure.message,
        recorded: null,
        counts: countsOf([], 0),
        topRows: [],
        totalRows: 0,
        filteredRows: 0,
        csvObject: null,
        chartObject: null,
      });
      continue;
    }
    const { outcome } = detector;
    const shown = outcome.rows.filter(({ row }) => isShown(row));
    const detailed = shown.slice(0, detailRows).map(toDetailed);
    const csvObject = objectPaths.detectorCsv(uid, record.id, key);
    const chartObject = objectPaths.detectorRows(uid, record.id, key);
    await Promise.all([
      objects.write(csvObject, csvOf(outcome.rows), { contentType: "text/csv; charset=utf-8" }),
      writeJson(objects, chartObject, detailed),
      writeJson(
        objects,
        objectPaths.detectorTable(uid, record.id, key),
        shown.slice(0, tableRows).map(({ row }) => csvCells(row)),
      ),
    ]);
    report[key] = detailed.slice(0, reportRows);
    findings.push(
      ...outcome.rows.map(({ row }) => row).filter((row) => isFlagged(row) || row.state !== null),
    );
    records.push({
      ...base,
      severity: outcome.severity,
      reason: outcome.reason,
      recorded: outcome.recorded,
      counts: countsOf(outcome.rows, outcome.totalRows),
      topRows: detailed.slice(0, reportRows).map((row) => ({ ...row, series: null })),
      totalRows: outcome.totalRows,
      filteredRows: outcome.filteredRows,
      csvObject,
      chartObject,
    });
  }
  await writeJson(objects, objectPaths.runFindings(uid, record.id), findings);
  await writeJson(objects, objectPaths.runReport(uid, record.id), report);
  return records;
}

/** Every line, in the order of the file, under the stable column names. */
export const csvOf = (rows: readonly FinishedRow[]): string =>
  stringify([[...resultColumns], ...rows.map(({ row }) => csvCells(row))]);

const isShown = (row: ResultRow): boolean =>
  isFlagged(row) || row.state === "recovered" || row.state === "new_level";

const toDetailed = ({ row, series, cause }: FinishedRow): DetailedRow => ({
  ...row,
  series,
  causeDetail: cause,
});

function countsOf(rows: readonly FinishedRow[], analysed: number): RowCounts {
  const count = (is: (row: ResultRow) => boolean) => rows.filter(({ row }) => is(row)).length;
  return {
    analysed,
    flagged: count(isFlagged),
    alerts: count(({ severity }) => severity === "alert"),
    warnings: count(({ severity }) => severity === "warning"),
    inconclusive: count(({ severity }) => severity === "inconclusive"),
    recovered: count(({ state }) => state === "recovered" || state === "new_level"),
    new: count((row) => isFlagged(row) && row.state === "new"),
    ongoing: count((row) => isFlagged(row) && row.state === "ongoing"),
  };
}
