import type { WorkspaceId } from "../../contract/workspaces.js";
import { csvColumns } from "../../contract/results.js";
import type { CsvData } from "../../contract/runs.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { csvCells } from "../../engine/result-table.js";
import { readFirstFindings, tableFindings } from "../runs/finding-files.js";
import { findResult } from "./get-detector-result.js";
import type { DetectorRecord } from "../runs/run-record.js";

/**
 * The table under a detector's analysis: flagged rows, then recovered ones, at most 1,000.
 * @throws AppError `not-found`
 */
export async function getCsvData(
  deps: Pick<Dependencies, "runs" | "objects">,
  workspaceId: WorkspaceId,
  runId: string,
  key: string,
): Promise<CsvData> {
  const { detector } = await findResult(deps, workspaceId, runId, key);
  const rows = await readFirstFindings(deps.objects, detector.findings, tableFindings);
  return {
    headers: [...csvColumns],
    rows: rows.map((row) => csvCells(row, row.segment)),
    totalRows: detector.totalRows,
    filteredRows: detector.filteredRows,
    note: noteOf(detector, rows.length),
  };
}

function noteOf({ severity, reason, counts }: DetectorRecord, shown: number): string | null {
  if (severity === "inconclusive") return `Inconclusive: ${reason ?? "nothing could be checked."}`;
  if (severity === "failed") return `This check failed: ${reason ?? "it couldn't run."}`;
  const listed = counts.flagged + counts.recovered;
  if (listed <= shown) return null;
  const number = (value: number) => value.toLocaleString("en-US");
  return `The first ${number(shown)} of ${number(listed)} rows. Download the CSV for all of them.`;
}
