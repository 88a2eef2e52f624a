import { z } from "zod";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { detailedRowSchema } from "../../contract/results.js";
import type { ReportDetector, RunReport } from "../../contract/runs.js";
import { notFound, raise } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { objectPaths } from "../../common/object-paths.js";
import { readJson } from "../../ports/object-store.js";
import { withStandings } from "../incidents/with-standings.js";
import { testedSameDays, toRun, type DetectorRecord } from "../runs/run-record.js";

/**
 * A run with its detectors' verdicts and the first rows of each, with their charts. A run without results has no
 * detectors.
 * @throws AppError `not-found`
 */
export async function getReport(
  { runs, objects, incidents }: Pick<Dependencies, "runs" | "objects" | "incidents">,
  workspaceId: WorkspaceId,
  runId: string,
): Promise<RunReport> {
  const run = (await runs.find(workspaceId, runId)) ?? raise(notFound("run"));
  const [detectors, charts] = await Promise.all([
    runs.detectors(workspaceId, runId),
    run.summary ? readJson(objects, objectPaths.runReport(workspaceId, runId)) : null,
  ]);
  const rows = z.record(z.string(), z.array(detailedRowSchema)).parse(charts ?? {});
  const shown = detectors.map((detector) => toReportDetector(detector, rows[detector.id]));
  const withStanding = await withStandings(
    { incidents },
    workspaceId,
    shown.flatMap(({ topRows }) => topRows),
  );
  return {
    ...toRun(run),
    detectors: shown.map((detector) => ({ ...detector, topRows: detector.topRows.map(withStanding) })),
    historyDays: run.plan?.historyDays ?? null,
    tooLargeEvents: run.plan?.tooLargeEvents ?? [],
    comparedWith: run.plan?.previous?.startedAt ?? null,
    sameDaysAs: testedSameDays(run) ? run.plan!.previous!.startedAt : null,
  };
}

/** Falls back to the stored rows, which have no charts, when the file with the charts is gone. */
const toReportDetector = (
  { id, useCaseKey, name, severity, reason, recorded, settings, counts, topRows }: DetectorRecord,
  withCharts: ReportDetector["topRows"] | undefined,
): ReportDetector => ({
  id,
  useCaseKey,
  name,
  severity,
  reason,
  recorded,
  settings,
  counts,
  topRows: withCharts ?? topRows,
});
