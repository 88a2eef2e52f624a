import type { WorkspaceId } from "../../contract/workspaces.js";
import { UnreadableError } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { endRun } from "../runs/lifecycle/end-run.js";
import { isEnded } from "../../contract/runs.js";

/** Ends the active run and all queued runs. Their workers notice within seconds and stop writing. */
export async function endRuns(
  { runs, clock, logger }: Pick<Dependencies, "runs" | "clock" | "logger">,
  { workspaceId }: { workspaceId: WorkspaceId },
): Promise<void> {
  const error = { code: "cancelled", message: "The workspace was deleted." };
  try {
    for (let isMore = true; isMore;)
      isMore = await runs.transact(workspaceId, async (tx) => {
        const account = await tx.account();
        const active = account.activeRunId === null ? null : await tx.run(account.activeRunId);
        const run = active && !isEnded(active) ? active : await tx.oldestQueuedRun();
        if (run === null) return false;
        endRun(tx, { run, account, now: clock.now() }, "cancelled", error);
        return true;
      });
  } catch (failure) {
    // A run that can't be read can't be ended. Its document is deleted with all others.
    if (!(failure instanceof UnreadableError)) throw failure;
    logger.error("unreadable run not ended", { workspaceId, path: failure.path }, failure);
  }
}
