import { claimUntil, isClaimed } from "../../../common/claim.js";
import { toInstant } from "../../../common/time.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { endRun, logEnd } from "./end-run.js";
import { isEnded } from "../../../contract/runs.js";
import type { RunRecord } from "../run-record.js";
import { enqueueRecording } from "./run-tasks.js";
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
    const run = await tx.run(runId);
    const now = deps.clock.now();
    if (!run || isEnded(run) || !run.holdsSlot) return null;
    if (run.parts.some(({ status }) => status === "pending")) return null;
    const taken = takeLease(run, owner, now, deps.timing.leaseMs);
    if (!taken) return null;
    const { attempt, lease } = taken;
    if (attempt >= maxAttempts)
      return endRun(tx, { run: { ...run, attempt }, account: await tx.account(), now }, "failed", workerDied);
    const leased: RunRecord = {
      ...run,
      attempt,
      lease,
      status: "running",
      ...(run.step === "planning" && { progress: { step: "Planning the run", done: 0, total: null } }),
      startedAt: run.startedAt ?? toInstant(now),
      resumeAt: null,
      nextSweepAt: lease.expiresAt,
    };
    tx.saveRun(leased);
    return leased;
  });
  if (claimed?.status !== "failed") return claimed;
  logEnd(deps.logger, workspaceId, claimed);
  await enqueueRecording(deps, workspaceId, claimed);
  await startNextQueuedRun(deps, workspaceId);
  return null;
}

/**
 * A lease of a run or part for `owner`, and the number of attempts without success: a lease that has run out is one. Null
 * while another worker has the lease, or until it is time to resume.
 */
export function takeLease(
  { attempt, lease, resumeAt }: Pick<RunRecord, "attempt" | "lease" | "resumeAt">,
  owner: string,
  now: Date,
  leaseMs: number,
): { attempt: number; lease: NonNullable<RunRecord["lease"]> } | null {
  if (isClaimed(lease?.expiresAt, now) || isClaimed(resumeAt, now)) return null;
  return { attempt: attempt + (lease ? 1 : 0), lease: { owner, expiresAt: claimUntil(now, leaseMs) } };
}

export const workerDied = {
  code: "interrupted",
  message:
    "The run was interrupted several times before it could finish. Run the setup again; if it keeps failing, contact support.",
};
