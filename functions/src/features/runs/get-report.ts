import { z } from "zod";
import { detailedRowSchema } from "../../contract/results.js";
import type { ReportDetector, RunReport } from "../../contract/runs.js";
import { notFound, raise } from "../../shared/errors.js";
import type { Dependencies } from "../dependencies.js";
import { objectPaths } from "../objects/object-paths.js";
import { readJson } from "../objects/object-store.js";
import { toRun, type DetectorRecord, type RunRecord } from "./run-record.js";

/**
 * A run with the verdicts of its detectors and the first rows of each, with their charts. A run without results has
 * no detectors.
 * @throws AppError `not-found`
 */
export async function getReport(
  { runs, objects }: Pick<Dependencies, "runs" | "objects">,
  uid: string,
  runId: string,
): Promise<RunReport> {
  const run = (await runs.find(uid, runId)) ?? raise(notFound("run"));
  const [detectors, charts] = await Promise.all([
    runs.detectors(uid, runId),
    run.summary ? readJson(objects, objectPaths.runReport(uid, runId)) : null,
  ]);
  const rows = z.record(z.string(), z.array(detailedRowSchema)).parse(charts ?? {});
  return {
    ...toRun(run),
    detectors: detectors.map((detector) => toReportDetector(detector, rows[detector.id])),
    window: windowOf(run),
    comparedWith: run.plan?.previous?.startedAt ?? null,
  };
}

/** The days a run judges, once it is planned. */
export const windowOf = ({ plan }: RunRecord): RunReport["window"] =>
  plan && { lastDay: plan.lastDay, timeZone: plan.timeZone };

/** The stored rows stand in where the charts are gone. */
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
