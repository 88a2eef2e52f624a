import type { CsvData, RunReport } from "@contract/runs";
import { callApi } from "@/lib/api-client";

/** Downloads the open and recovered findings of all checks as one CSV file. */
export async function exportReport(run: RunReport): Promise<void> {
  const checks = run.detectors.filter(({ counts }) => counts.flagged + counts.recovered > 0);
  const tables = await Promise.all(
    checks.map(({ id }) => callApi("getCsvData", { params: { runId: run.id, detectorId: id } })),
  );
  saveFile(reportCsv(tables), `${fileStem(run)}_findings.csv`);
}

/** Joins tables that have the same columns. */
export function reportCsv(tables: readonly Pick<CsvData, "headers" | "rows">[]): string {
  const [first] = tables;
  const lines = first ? [first.headers, ...tables.flatMap(({ rows }) => rows)] : [];
  return lines.map((cells) => `${cells.map(csvCell).join(",")}\n`).join("");
}

const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** 'core-funnel-tracking_2026-11-19': safe on every file system. */
function fileStem({ setup, window, createdAt }: RunReport): string {
  const name = setup.name
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
  return `${name || "plumbline"}_${window?.lastDay ?? createdAt.slice(0, 10)}`;
}

function saveFile(text: string, fileName: string): void {
  // Without this byte order mark, spreadsheets read the file in their own encoding.
  const url = URL.createObjectURL(new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
