import { z } from "zod";
import { resultColumns } from "../../contract/results.js";
import type { CsvData } from "../../contract/runs.js";
import type { Dependencies } from "../dependencies.js";
import { objectPaths } from "../objects/object-paths.js";
import { readJson } from "../objects/object-store.js";
import { findResult } from "./get-detector-result.js";
import type { DetectorRecord } from "./run-record.js";

/**
 * The table under a detector's analysis: flagged rows, then recovered ones, at most 1,000.
 * @throws AppError `not-found`
 */
export async function getCsvData(
  deps: Pick<Dependencies, "runs" | "objects">,
  uid: string,
  runId: string,
  key: string,
): Promise<CsvData> {
  const { detector } = await findResult(deps, uid, runId, key);
  const stored =
    detector.csvObject === null
      ? []
      : await readJson(deps.objects, objectPaths.detectorTable(uid, runId, key));
  const rows = z.array(z.array(z.string())).parse(stored ?? []);
  return {
    headers: [...resultColumns],
    rows,
    totalRows: detector.totalRows,
    filteredRows: detector.filteredRows,
    note: noteOf(detector, rows.length),
  };
}

function noteOf({ severity, reason, counts }: DetectorRecord, shown: number): string | null {
  if (severity === "inconclusive") return `Inconclusive: ${reason ?? "nothing could be judged."}`;
  if (severity === "failed") return `This check failed: ${reason ?? "it could not be carried out."}`;
  const listed = counts.flagged + counts.recovered;
  if (listed <= shown) return null;
  const number = (value: number) => value.toLocaleString("en-US");
  return `The first ${number(shown)} of ${number(listed)} rows. Download the CSV for all of them.`;
}
