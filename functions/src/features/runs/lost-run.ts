import { addMs, minuteMs, toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import { objectPaths } from "../objects/object-paths.js";
import { endedWork } from "./end-run.js";
import { releaseNext } from "./release-next.js";
import type { RunRecord } from "./run-record.js";
import type { RunOutline } from "./run-repository.js";

type Parts = Pick<Dependencies, "runs" | "queue" | "clock" | "logger" | "objects">;

/** How long a run that cannot be read may stand still: time to take a release back that cannot read it. */
const patienceMs = 10 * minuteMs;

/** Whether nobody will ever end the run, so that it would hold its account's slot for ever. */
export function isLost(outline: RunOutline | null, now: Date): boolean {
  if (!outline || (outline.isReadable && outline.hasEnded)) return true;
  const { isReadable, wakeAt } = outline;
  return !isReadable && (wakeAt === null || wakeAt <= toInstant(addMs(now, -patienceMs)));
}

/**
 * Frees the slot of an account whose active run is lost: its document is gone, ended without freeing it, or cannot be
 * read. @returns whether it was
 */
export async function freeLostSlot(deps: Parts, uid: string): Promise<boolean> {
  const { activeRunId } = await deps.runs.account(uid);
  return activeRunId !== null && endLostRun(deps, uid, activeRunId);
}

/**
 * Ends a run that is lost, says so in the log, and gives its slot to the next. Of a document that cannot be read nothing
 * is overwritten but what an end sets: the rest is there for whoever repairs it.
 * @returns whether it was lost
 */
export async function endLostRun(deps: Parts, uid: string, runId: string): Promise<boolean> {
  const ended = await deps.runs.transact(uid, async (tx) => {
    const [account, outline] = await Promise.all([tx.account(), tx.outline(runId)]);
    const now = deps.clock.now();
    if (!isLost(outline, now)) return null;
    const holdsSlot = account.activeRunId === runId;
    const isSettled = !outline || outline.isReadable || (outline.hasEnded && outline.wakeAt === null);
    if (isSettled && !holdsSlot) return null;
    if (!isSettled) tx.saveFields(runId, outline.hasEnded ? { wakeAt: null } : failedAt(now));
    if (holdsSlot) tx.saveAccount({ activeRunId: null });
    return { holdsSlot, hasEnded: outline?.hasEnded ?? null };
  });
  if (!ended) return false;
  deps.logger.error("run lost", { uid, runId, ...ended });
  if (ended.hasEnded === false) await deps.objects.deletePrefix(objectPaths.run(uid, runId));
  await releaseNext(deps, uid);
  return true;
}

const failedAt = (now: Date): Partial<RunRecord> => ({
  ...endedWork(now, "failed"),
  plan: null,
  wakeAt: null,
  error: {
    code: "internal",
    message: "What was stored of this run could not be read any more. Run the setup again.",
  },
});
