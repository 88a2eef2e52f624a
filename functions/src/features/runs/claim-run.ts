import { addMs, toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import { endRun, logEnd } from "./end-run.js";
import { isEnded, type RunRecord } from "./run-record.js";
import { enqueueNotification } from "./run-tasks.js";
import { releaseNext } from "./release-next.js";
import { maxAttempts } from "./run-timing.js";

type Parts = Pick<Dependencies, "runs" | "queue" | "clock" | "logger" | "timing">;

/**
 * Takes a run for `owner` to work on. Null when there is nothing to do: it ended, another worker holds it, it waits,
 * or its parts are not settled. A run whose worker died three times is ended as failed.
 */
export async function claimRun(
  deps: Parts,
  uid: string,
  runId: string,
  owner: string,
): Promise<RunRecord | null> {
  const claimed = await deps.runs.transact(uid, async (tx) => {
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
    const mine: RunRecord = {
      ...run,
      attempt,
      status: "running",
      startedAt: run.startedAt ?? toInstant(now),
      lease: { owner, expiresAt },
      resumeAt: null,
      wakeAt: expiresAt,
    };
    tx.saveRun(mine);
    return mine;
  });
  if (claimed?.status !== "failed") return claimed;
  logEnd(deps.logger, uid, claimed);
  await enqueueNotification(deps, uid, claimed);
  await releaseNext(deps, uid);
  return null;
}

export const workerDied = {
  code: "interrupted",
  message:
    "The run was interrupted several times before it could end. Run the setup again; if it keeps failing, contact support.",
};
