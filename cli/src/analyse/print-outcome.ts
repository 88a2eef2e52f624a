import { stringify } from "csv-stringify/sync";
import {
  csvColumns,
  resultColumns,
  type ResultRow,
  type Segment,
} from "../../../functions/src/contract/results.js";
import type { DetectorOutcome, FinishedRow, RunOutcome } from "../../../functions/src/engine/model.js";
import { detectorOf } from "../../../functions/src/contract/detectors.js";
import { segmentCell } from "../../../functions/src/contract/findings/csv-row.js";
import { csvCells } from "../../../functions/src/engine/result-table.js";
import type { Format } from "./options.js";

/** Formats the outcome as text: `json` and `csv` have every row; `table` has the findings and each check's verdict. */
export function printOutcome(outcome: RunOutcome, format: Format, width: number): string {
  const rows = outcome.detectors.flatMap((detector) => detector.rows);
  switch (format) {
    case "json":
      return `${JSON.stringify(rows.map(inColumnOrder), null, 2)}\n`;
    case "csv":
      return stringify([[...csvColumns], ...rows.map(({ row, segment }) => csvCells(row, segment))]);
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
    for (const { row, segment } of outcome.rows)
      if (row.severity === "alert" || row.severity === "warning")
        lines.push(...rowLines(row, segment, width));
  }
  return `${lines.join("\n")}\n`;
}

function verdictLine({ key, severity, reason, totalRows, filteredRows }: DetectorOutcome): string {
  const found = severity === "inconclusive" ? (reason ?? "") : `${filteredRows} of ${totalRows} flagged`;
  return `${severity.toUpperCase().padEnd(13)}${detectorOf(key).name}: ${printable(found)}`;
}

function rowLines(row: ResultRow, segment: Segment | null, width: number): string[] {
  const name = segment && segmentCell(segment);
  const entity = row.parent === null ? row.entity : `${row.entity} (${row.parent})`;
  const chip = name !== null && name !== row.entity ? ` {${name}}` : "";
  const days = row.first_bad_day === null ? "" : ` ${row.first_bad_day} – ${row.last_day ?? ""}`;
  const state = row.state === null ? "" : ` [${row.state}]`;
  return [
    `  ${row.severity.padEnd(8)} ${printable(entity + chip)}${changeText(row)}${days}${state}`,
    ...wrapped(printable(row.reason), Math.max(40, width - 13)).map((line) => `           ${line}`),
    ...(row.cause === null ? [] : [`           Cause: ${printable(row.cause)}`]),
  ];
}

/** Shares of rows have no sign; changes in a count do. */
function changeText({ detector, change_pct: change }: ResultRow): string {
  if (change === null) return "";
  const { rule } = detectorOf(detector);
  if (rule === "distribution") return ` ${change}% shifted`;
  return rule === "null-rate" ? ` ${change}% missing` : ` ${signed(change)}%`;
}

const signed = (percent: number): string => `${percent < 0 ? "−" : "+"}${Math.abs(percent)}`;

/** Names come from the export, so control characters are replaced before they reach the terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}|\p{Cf}/gu, "\ufffd");

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
