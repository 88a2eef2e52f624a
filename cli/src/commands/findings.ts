import type { DetailedRow } from "../../../functions/src/contract/results.js";
import { byImportance, headlineOf, sentenceOf } from "../../../functions/src/engine/detectors/words.js";
import { json, printable } from "../io.js";
import type { ExitCode, Session } from "../session.js";
import { findRunId } from "./find.js";

export async function listFindings(
  { io, client, isJson }: Session,
  run: string,
  { setup, severity }: { setup?: string; severity?: "alert" | "warning" },
): Promise<ExitCode> {
  const runId = await findRunId(client, run, setup);
  const { detectors } = await client.call("getRunReport", { params: { runId } });
  const findings: DetailedRow[] = [];
  for (const { id: detectorId, counts } of detectors) {
    if (counts.alerts + counts.warnings === 0) continue;
    const { rows } = await client.call("getDetectorResult", { params: { runId, detectorId } });
    const shown = rows.filter(
      ({ severity, incident }) => (severity === "alert" || severity === "warning") && !incident?.isKnown,
    );
    if (shown.length < counts.alerts + counts.warnings)
      io.note(
        `${detectorId}: the first ${shown.length} of ${counts.alerts + counts.warnings} findings; download has all.\n`,
      );
    findings.push(...shown.filter((row) => severity === undefined || row.severity === severity));
  }
  findings.sort(byImportance);
  if (isJson) io.out(json(findings.map(({ series: _series, breakdown: _breakdown, ...row }) => row)));
  else for (const row of findings) io.out(`${findingText(row)}\n`);
  return findings.length > 0 ? 1 : 0;
}

/** `ALERT    Checkout Started down 43% since Nov 18: 1,249 events in 3 days …` */
export const findingText = ({ severity, entity, reason, finding }: DetailedRow): string =>
  printable(
    `${severity.toUpperCase().padEnd(8)} ${finding ? `${headlineOf(finding)}: ${sentenceOf(finding)}` : `${entity}: ${reason}`}`,
  );
