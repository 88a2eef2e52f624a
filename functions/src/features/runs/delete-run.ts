import { AppError, notFound } from "../../shared/errors.js";
import type { Dependencies } from "../dependencies.js";
import { objectPaths } from "../objects/object-paths.js";
import { isEnded } from "./run-record.js";

/**
 * Deletes an ended run with its results: links to its files stop working at once. What it cost stays on the bill.
 * The files go first, so that a failure half-way leaves a run that can be deleted again.
 * @throws AppError `not-found`, `run-active`
 */
export async function deleteRun(
  { runs, objects }: Pick<Dependencies, "runs" | "objects">,
  uid: string,
  runId: string,
): Promise<void> {
  const run = await runs.find(uid, runId);
  if (!run) throw notFound("run");
  if (!isEnded(run))
    throw new AppError("run-active", "The run is active.", {
      userMessage: "Cancel the run before you delete it.",
    });
  await objects.deletePrefix(objectPaths.run(uid, runId));
  await runs.delete(uid, runId);
}
