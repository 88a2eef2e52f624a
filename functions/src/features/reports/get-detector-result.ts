import { z } from "zod";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { detailedRowSchema, mostDetailedRows } from "../../contract/results.js";
import type { DetectorResult } from "../../contract/runs.js";
import { notFound, raise } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { withStandings } from "../incidents/with-standings.js";
import { readFirstFindings } from "../runs/finding-files.js";
import { resultsOf, testedWindow, type DetectorRecord, type RunRecord } from "../runs/run-record.js";

type Deps = Pick<Dependencies, "runs" | "objects" | "incidents">;

/**
 * One detector's analysis: its flagged and recovered rows, at most 200, with their charts.
 * @throws AppError `not-found`, also for a run that has no results (yet)
 */
export async function getDetectorResult(
  deps: Deps,
  workspaceId: WorkspaceId,
  runId: string,
  key: string,
): Promise<DetectorResult> {
  const { run, detector } = await findResult(deps, workspaceId, runId, key);
  const rows = await readFirstFindings(deps.objects, detector.findings, mostDetailedRows);
  const withStanding = await withStandings(deps, workspaceId, rows);
  const { id, useCaseKey, name, severity, reason, recorded, settings, counts, createdAt } = detector;
  return {
    id,
    useCaseKey,
    name,
    severity,
    reason,
    recorded,
    settings,
    counts,
    createdAt,
    runId,
    setupName: run.setup.name,
    window: testedWindow(run),
    rows: z.array(detailedRowSchema).parse(rows.map(withStanding)),
  };
}

/** @throws AppError `not-found` */
export async function findResult(
  { runs }: Pick<Deps, "runs">,
  workspaceId: WorkspaceId,
  runId: string,
  key: string,
): Promise<{ run: RunRecord; detector: DetectorRecord }> {
  const run = (await runs.find(workspaceId, runId)) ?? raise(notFound("run"));
  const detector = await runs.findDetector(workspaceId, resultsOf(run), key);
  return { run, detector: detector ?? raise(notFound("detector of this run")) };
}
