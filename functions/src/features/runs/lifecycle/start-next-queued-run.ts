import { addMs, toInstant } from "../../../common/time.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { setupSnapshot, readStartContext, startBlocker, startOnBilling } from "./start-checks.js";
import { endRun, logEnd } from "./end-run.js";
import type { RunRecord } from "../run-record.js";
import { enqueueRecording, enqueueRun } from "./run-tasks.js";
import { taskGraceMs } from "./run-timing.js";

type Deps = Pick<Dependencies, "runs" | "queue" | "clock" | "logger" | "settings">;

/**
 * Gives the account's free slot to the oldest queued run. A run that may no longer start (setup paused, connection
 * failed, upgrade needed) ends with that reason, and the next one is tried.
 */
export async function startNextQueuedRun(deps: Deps, workspaceId: WorkspaceId): Promise<void> {
  for (;;) {
    const outcome = await deps.runs.transact(workspaceId, async (tx): Promise<Outcome | null> => {
      const account = await tx.account();
      if (account.activeRunId !== null) return null;
      const run = await tx.oldestQueuedRun();
      if (!run) return null;
      const now = deps.clock.now();
      const context = await readStartContext(deps, tx, workspaceId, run.setupId);
      const blocker = startBlocker(context);
      if (blocker) {
        const failure = { code: blocker.code, message: blocker.userMessage ?? blocker.message };
        const isWithdrawn = blocker.code === "not-found" || blocker.code === "setup-paused";
        const [status, error] = isWithdrawn
          ? (["cancelled", withdrawn] as const)
          : (["failed", failure] as const);
        return { isReleased: false, run: endRun(tx, { run, account, now }, status, error) };
      }
      const released: RunRecord = {
        ...run,
        // The run may have waited for hours, so it uses the setup and connection as they are now.
        ...setupSnapshot(context.setup!, context.connection),
        ...startOnBilling(tx, context),
        holdsSlot: true,
        taskSequence: run.taskSequence + 1,
        nextSweepAt: toInstant(addMs(now, taskGraceMs)),
        progress: { step: "Waiting to start", done: 0, total: null },
      };
      tx.saveRun(released);
      tx.saveAccount({ activeRunId: run.id });
      return { isReleased: true, run: released };
    });
    if (!outcome) return;
    const { isReleased, run } = outcome;
    if (isReleased) return enqueueRun(deps, workspaceId, run);
    logEnd(deps.logger, workspaceId, run);
    await enqueueRecording(deps, workspaceId, run);
  }
}

type Outcome = { isReleased: boolean; run: RunRecord };

const withdrawn = {
  code: "cancelled",
  message: "Cancelled by Plumbline: the setup was paused or deleted before the run could start.",
};
