import { AppError, notFound } from "../../../common/errors.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { objectPaths } from "../../../common/object-paths.js";
import { isEnded } from "../../../contract/runs.js";
import { resultsOf, type RunRecord } from "../run-record.js";

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
  await deleteRunData(deps, workspaceId, run);
  return run;
}

/** Deletes a run, whatever its state, and the results that it shows unless other runs show them, too. */
export async function deleteRunData(
  { runs, objects }: Deps,
  workspaceId: WorkspaceId,
  run: Pick<RunRecord, "id" | "repeats">,
): Promise<void> {
  const owner = resultsOf(run);
  const others = (await runs.showing(workspaceId, owner)).filter((id) => id !== run.id);
  if (others.length > 0) return runs.delete(workspaceId, run.id, null);
  await objects.deletePrefix(objectPaths.run(workspaceId, owner));
  await runs.delete(workspaceId, run.id, owner);
  // Runs that ended in the meantime lost their results.
  for (const id of await runs.showing(workspaceId, owner)) await runs.delete(workspaceId, id, null);
}
