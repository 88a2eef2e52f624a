import type { WorkspaceId } from "../../contract/workspaces.js";
import { glanceSeries } from "../../contract/findings/glance-series.js";
import { type ReportDetector, reportDetectorSchema, type RunReport } from "../../contract/runs.js";
import { notFound, raise } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { ObjectStore } from "../../ports/object-store.js";
import { withStandings } from "../incidents/with-standings.js";
import { readFirstFindings, reportFindings } from "../runs/finding-files.js";
import { resultsOf, testedSameDays, toRun, type DetectorRecord } from "../runs/run-record.js";

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
  const shown = await Promise.all(
    (await runs.detectors(workspaceId, resultsOf(run))).map((detector) =>
      toReportDetector(objects, detector),
    ),
  );
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
    segmentProperties: run.plan?.aggregateDays ? run.plan.segmentProperties : [],
    areSegmentsMissing: run.plan?.areSegmentsMissing ?? false,
    hours: run.hours,
    comparedWith: run.plan?.previous?.startedAt ?? null,
    sameDaysAs: testedSameDays(run) ? run.plan!.previous!.startedAt : null,
  };
}

/** A detector as the report lists it, with its first findings. */
export async function toReportDetector(
  objects: ObjectStore,
  record: DetectorRecord,
): Promise<ReportDetector> {
  const rows = await readFirstFindings(objects, record.findings, reportFindings);
  // Only the detector's page shows segments beside each other.
  return reportDetectorSchema.parse({
    ...record,
    topRows: rows.map((row) => ({ ...row, series: glanceSeries(row), breakdown: null, hours: undefined })),
  });
}
