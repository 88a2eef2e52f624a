import type { RunReport } from "../../../functions/src/contract/runs.js";
import {
  checkedSegmentsText,
  summaryText,
  uncheckedText,
} from "../../../functions/src/contract/run-summary.js";
import { json, printable, table } from "../io.js";
import type { ExitCode, Session } from "../session.js";
import { findRunId } from "./find.js";

export async function showReport(
  session: Session,
  run: string,
  { setup }: { setup?: string },
): Promise<ExitCode> {
  const runId = await findRunId(session.client, run, setup);
  return printReport(session, await session.client.call("getRunReport", { params: { runId } }));
}

/** Prints a report and returns the exit code for its findings. */
export function printReport({ io, isJson }: Session, report: RunReport): ExitCode {
  const { summary, status, error } = report;
  if (isJson) io.out(json(report));
  else {
    io.out(`${printable(report.setup.name)}, run ${report.id}: ${status}\n`);
    if (report.window) io.out(`Data through ${report.window.lastDay} (${report.window.timeZone})\n`);
    if (error) io.out(`${printable(error.message)}\n`);
    if (summary) {
      const notes = [checkedSegmentsText(report), uncheckedText(report)].filter(Boolean);
      io.out(`${[summaryText(summary), ...notes].map((line) => `${printable(line)}\n`).join("")}\n`);
    }
    if (report.detectors.length > 0)
      io.out(
        table(
          ["CHECK", "RESULT", "ALERTS", "WARNINGS"],
          report.detectors.map(({ id, severity, counts }) => [
            id,
            severity,
            String(counts.alerts),
            String(counts.warnings),
          ]),
        ),
      );
  }
  if (status === "failed" || status === "cancelled") return 2;
  return summary && summary.findings.alerts + summary.findings.warnings > 0 ? 1 : 0;
}
