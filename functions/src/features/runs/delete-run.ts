import { AppError, notFound } from "../../shared/errors.js";
import type { Dependencies } from "../dependencies.js";
import { objectPaths } from "../objects/object-paths.js";
import { isEnded } from "./run-record.js";

type Parts = Pick<Dependencies, "runs" | "objects">;

/**
 * Deletes an ended run with its results: links to its files stop working at once. What it cost stays on the bill.
 * The files go first, so that a failure half-way leaves a run that can be deleted again.
 * @throws AppError `not-found`, `run-active`
 */
export async function deleteRun(deps: Parts, uid: string, runId: string): Promise<void> {
  const run = await deps.runs.find(uid, runId);
  if (!run) throw notFound("run");
  if (!isEnded(run))
    throw new AppError("run-active", "The run is active.", {
      userMessage: "Cancel the run before you delete it.",
    });
  await deleteRunData(deps, uid, runId);
}

/** Deletes what is stored of a run, whatever state it is in. */
export async function deleteRunData({ runs, objects }: Parts, uid: string, runId: string): Promise<void> {
  await objects.deletePrefix(objectPaths.run(uid, runId));
  await runs.delete(uid, runId);
}
