import { csvColumns, resultColumns } from "../../../functions/src/contract/results.js";
import type { DetectorOutcome, FinishedRow, RunOutcome } from "../../../functions/src/engine/model.js";
import { detectorOf } from "../../../functions/src/contract/detectors.js";
import { csvText } from "../../../functions/src/contract/findings/csv-file.js";
import { segmentCell } from "../../../functions/src/contract/findings/csv-row.js";
import { headlineOf } from "../../../functions/src/engine/detectors/words.js";
import { csvCells } from "../../../functions/src/engine/result-table.js";
import { json, printable } from "../io.js";
import type { Format } from "./options.js";

/** Formats the outcome as text: `json` and `csv` have every row; `table` has the findings and each check's verdict. */
export function printOutcome(outcome: RunOutcome, format: Format, width: number): string {
  const rows = outcome.detectors.flatMap((detector) => detector.rows);
  switch (format) {
    case "json":
      return json(rows.map(inColumnOrder));
    case "csv":
      return csvText([[...csvColumns], ...rows.map(({ row, segment }) => csvCells(row, segment))]);
    case "table":
      return table(outcome, width);
  }
}

const inColumnOrder = ({ row, segment }: FinishedRow): Record<string, unknown> =>
  Object.fromEntries([
    ...resultColumns.map((column) => [column, row[column]] as const),
    ["segment", segment && segmentCell(segment)],
  ]);

function table({ detectors: outcomes }: RunOutcome, width: number): string {
  const lines: string[] = [];
  for (const outcome of outcomes) {
    lines.push(verdictLine(outcome));
    for (const found of outcome.rows)
      if (found.row.severity === "alert" || found.row.severity === "warning")
        lines.push(...rowLines(found, width));
  }
  return `${lines.join("\n")}\n`;
}

function verdictLine({ key, severity, reason, totalRows, filteredRows }: DetectorOutcome): string {
  const found = severity === "inconclusive" ? (reason ?? "") : `${filteredRows} of ${totalRows} flagged`;
  return `${severity.toUpperCase().padEnd(13)}${detectorOf(key).name}: ${printable(found)}`;
}

function rowLines({ row, finding }: FinishedRow, width: number): string[] {
  const state = row.state === null ? "" : ` [${row.state}]`;
  return [
    `  ${row.severity.padEnd(8)} ${printable(finding ? headlineOf(finding) : row.entity)}${state}`,
    ...wrapped(printable(row.reason), Math.max(40, width - 13)).map((line) => `           ${line}`),
    ...(row.cause === null ? [] : [`           Cause: ${printable(row.cause)}`]),
  ];
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
