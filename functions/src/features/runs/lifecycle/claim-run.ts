import { addMs, toInstant } from "../../../common/time.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { endRun, logEnd } from "./end-run.js";
import { isEnded, type RunRecord } from "../run-record.js";
import { enqueueNotification } from "./run-tasks.js";
import { startNextQueuedRun } from "./start-next-queued-run.js";
import { maxAttempts } from "./run-timing.js";

type Deps = Pick<Dependencies, "runs" | "queue" | "settings" | "clock" | "logger" | "timing">;

/**
 * Leases a run to `owner`. Returns null when there is nothing to do: the run has ended, is queued or waiting, another
 * worker has the lease, or some of its parts are still pending. A run whose workers died three times ends as failed.
 */
export async function claimRun(
  deps: Deps,
  workspaceId: WorkspaceId,
  runId: string,
  owner: string,
): Promise<RunRecord | null> {
  const claimed = await deps.runs.transact(workspaceId, async (tx) => {
    const [run, account] = await Promise.all([tx.run(runId), tx.account()]);
    const now = deps.clock.now();
    if (!run || isEnded(run) || !run.holdsSlot) return null;
    if (run.lease && run.lease.expiresAt > toInstant(now)) return null;
    if (run.resumeAt && run.resumeAt > toInstant(now)) return null;
    if (run.parts.some(({ status }) => status === "pending")) return null;
    const attempt = run.attempt + (run.lease ? 1 : 0);
    if (attempt >= maxAttempts)
      return endRun(tx, { run: { ...run, attempt }, account, now }, "failed", workerDied);
    const expiresAt = toInstant(addMs(now, deps.timing.leaseMs));
    const leased: RunRecord = {
      ...run,
      attempt,
      status: "running",
      startedAt: run.startedAt ?? toInstant(now),
      lease: { owner, expiresAt },
      resumeAt: null,
      nextSweepAt: expiresAt,
    };
    tx.saveRun(leased);
    return leased;
  });
  if (claimed?.status !== "failed") return claimed;
  logEnd(deps.logger, workspaceId, claimed);
  await enqueueNotification(deps, workspaceId, claimed);
  await startNextQueuedRun(deps, workspaceId);
  return null;
}

export const workerDied = {
  code: "interrupted",
  message:
    "The run was interrupted several times before it could finish. Run the setup again; if it keeps failing, contact support.",
};
