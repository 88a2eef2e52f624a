import { hasEnded } from "../../contract/findings/detector-states.js";
import { mostDetailedRows, type StoredFinding, storedFindingSchema } from "../../contract/results.js";
import { isFlagged } from "../../engine/result-row.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { FindingFile } from "./run-record.js";
import type { ObjectStore } from "../../ports/object-store.js";

/** Findings per check in the report, and in the table on the check's page. */
export const reportFindings = 10;
export const tableFindings = 1_000;
const startSizes = [reportFindings, mostDetailedRows, tableFindings] as const;

/** Writes a check's findings, if there are any; those after the first 200 without what is only drawn. */
export async function writeFindings(
  objects: ObjectStore,
  object: string,
  findings: readonly StoredFinding[],
): Promise<FindingFile | null> {
  if (findings.length === 0) return null;
  const lines = findings.map((finding, index) => {
    const isDrawn = index < mostDetailedRows;
    return `${JSON.stringify(isDrawn ? finding : { ...finding, series: null, breakdown: null, hours: undefined })}\n`;
  });
  const starts = startSizes.map((most) => ({
    findings: most,
    bytes: lines.slice(0, most).reduce((sum, line) => sum + Buffer.byteLength(line), 0),
  }));
  await objects.write(object, { chunks: () => lines }, { contentType: "application/x-ndjson" });
  return { object, starts };
}

/** Reads all findings of a run; null if it has been deleted. */
export async function readRunFindings(
  { runs, objects }: Pick<Dependencies, "runs" | "objects">,
  workspaceId: WorkspaceId,
  runId: string,
): Promise<StoredFinding[] | null> {
  const found: StoredFinding[] = [];
  const detectors = await runs.detectors(workspaceId, runId);
  for (const { findings } of detectors) {
    const bytes = findings && (await objects.read(findings.object));
    if (findings && !bytes) return null;
    if (bytes) found.push(...parseLines(bytes));
  }
  return detectors.length > 0 ? found : null;
}

/** Reads the first findings that screens list, most important first: flagged ones, then those that have ended. Empty if the file is gone. */
export async function readFirstFindings(
  objects: ObjectStore,
  file: FindingFile | null,
  most: (typeof startSizes)[number],
): Promise<StoredFinding[]> {
  const bytes = file?.starts.find(({ findings }) => findings === most)?.bytes;
  const found = file && bytes ? await objects.readRange(file.object, 0, bytes) : null;
  return (found ? parseLines(found) : []).filter(isListed);
}

const isListed = (row: StoredFinding): boolean => isFlagged(row) || hasEnded(row.state);

const parseLines = (bytes: Buffer): StoredFinding[] =>
  bytes
    .toString("utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => storedFindingSchema.parse(JSON.parse(line)));
