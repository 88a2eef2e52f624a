import { z } from "zod";
import { detailedRowSchema } from "../../contract/results.js";
import type { DetectorResult } from "../../contract/runs.js";
import { notFound, raise } from "../../shared/errors.js";
import type { Dependencies } from "../dependencies.js";
import { readJson } from "../objects/object-store.js";
import { windowOf } from "./get-report.js";
import type { DetectorRecord, RunRecord } from "./run-record.js";

type Parts = Pick<Dependencies, "runs" | "objects">;

/**
 * One detector's analysis: its flagged and recovered rows, at most 200, with their charts.
 * @throws AppError `not-found`, also for a run that has no results (yet)
 */
export async function getDetectorResult(
  deps: Parts,
  uid: string,
  runId: string,
  key: string,
): Promise<DetectorResult> {
  const { run, detector } = await findResult(deps, uid, runId, key);
  const rows = detector.chartObject === null ? [] : await readJson(deps.objects, detector.chartObject);
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
    window: windowOf(run),
    rows: z.array(detailedRowSchema).parse(rows ?? detector.topRows),
  };
}

/** @throws AppError `not-found` */
export async function findResult(
  { runs }: Pick<Parts, "runs">,
  uid: string,
  runId: string,
  key: string,
): Promise<{ run: RunRecord; detector: DetectorRecord }> {
  const [run, detector] = await Promise.all([runs.find(uid, runId), runs.findDetector(uid, runId, key)]);
  return {
    run: run ?? raise(notFound("run")),
    detector: detector ?? raise(notFound("detector of this run")),
  };
}
