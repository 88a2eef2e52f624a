import { AppError, notFound } from "../../../common/errors.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { objectPaths } from "../../../common/object-paths.js";
import { isEnded } from "../../../contract/runs.js";
import type { RunRecord } from "../run-record.js";

type Deps = Pick<Dependencies, "runs" | "objects">;

/**
 * Deletes an ended run and its results. Links to its files stop working at once. Its usage stays on the bill.
 * Files are deleted first, so that after a failure halfway the run can be deleted again.
 * @returns what was deleted
 * @throws AppError `not-found`, `run-active`
 */
export async function deleteRun(deps: Deps, workspaceId: WorkspaceId, runId: string): Promise<RunRecord> {
  const run = await deps.runs.find(workspaceId, runId);
  if (!run) throw notFound("run");
  if (!isEnded(run))
    throw new AppError("run-active", "The run is active.", {
      userMessage: "Cancel the run before you delete it.",
    });
  await deleteRunData(deps, workspaceId, runId);
  return run;
}

/** Deletes a run and its files, whatever its state. */
export async function deleteRunData(
  { runs, objects }: Deps,
  workspaceId: WorkspaceId,
  runId: string,
): Promise<void> {
  await objects.deletePrefix(objectPaths.run(workspaceId, runId));
  await runs.delete(workspaceId, runId);
}
