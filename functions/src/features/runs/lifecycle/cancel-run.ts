import { isEnded, type Run } from "../../../contract/runs.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import { AppError, notFound } from "../../../common/errors.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { deleteLeftovers, endRun, logEnd } from "./end-run.js";
import { startNextQueuedRun } from "./start-next-queued-run.js";
import { toRun } from "../run-record.js";

type Deps = Pick<Dependencies, "runs" | "queue" | "settings" | "clock" | "logger" | "objects">;

/**
 * Cancels a queued or running run. Its workers notice within seconds and stop.
 * @param by who cancels, shown with the run
 * @throws AppError `not-found`, `run-not-active`
 */
export async function cancelRun(
  deps: Deps,
  workspaceId: WorkspaceId,
  runId: string,
  by: string,
): Promise<Run> {
  const cancelled = await deps.runs.transact(workspaceId, async (tx) => {
    const [run, account] = await Promise.all([tx.run(runId), tx.account()]);
    if (!run) throw notFound("run");
    if (isEnded(run))
      throw new AppError("run-not-active", "The run has ended.", {
        userMessage: "This run has already ended.",
      });
    return endRun(tx, { run, account, now: deps.clock.now() }, "cancelled", {
      code: "cancelled",
      message: `Cancelled by ${by}.`,
    });
  });
  logEnd(deps.logger, workspaceId, cancelled);
  await deleteLeftovers(deps.objects, workspaceId, cancelled);
  await startNextQueuedRun(deps, workspaceId);
  return toRun(cancelled);
}
