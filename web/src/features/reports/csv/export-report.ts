import { byteOrderMark, csvFileName, csvText } from "@contract/findings/csv-file";
import type { CsvData, RunReport } from "@contract/runs";
import { callApi } from "@/lib/api-client";
import { saveText } from "@/lib/files/save-file";

/** Downloads the open and recovered findings of all checks as one CSV file. */
export async function exportReport(run: RunReport): Promise<void> {
  const checks = run.detectors.filter(({ counts }) => counts.flagged + counts.recovered > 0);
  const tables = await Promise.all(
    checks.map(({ id }) => callApi("getCsvData", { params: { runId: run.id, detectorId: id } })),
  );
  const day = run.window?.lastDay ?? run.createdAt.slice(0, 10);
  saveText(byteOrderMark + reportCsv(tables), "text/csv", csvFileName(run.setup.name, day, "findings"));
}

/** Joins tables that have the same columns. */
export function reportCsv(tables: readonly Pick<CsvData, "headers" | "rows">[]): string {
  const [first] = tables;
  const lines = first ? [first.headers, ...tables.flatMap(({ rows }) => rows)] : [];
  return csvText(lines);
}
