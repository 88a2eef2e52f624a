import { addMs, minuteMs, toInstant } from "../../../common/time.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { objectPaths } from "../../../common/object-paths.js";
import { terminalFields } from "./end-run.js";
import { startNextQueuedRun } from "./start-next-queued-run.js";
import type { RunRecord } from "../run-record.js";
import type { RawRunState } from "../run-repository.js";

type Deps = Pick<Dependencies, "runs" | "queue" | "settings" | "clock" | "logger" | "objects">;

/** How long an unreadable run is left alone: enough time to roll back a release that can't read it. */
const unreadableGraceMs = 10 * minuteMs;

/** Whether no worker can ever end the run, which would block its account forever. */
export function isOrphaned(state: RawRunState | null, now: Date): boolean {
  if (!state || (state.isReadable && state.hasEnded)) return true;
  const { isReadable, nextSweepAt } = state;
  return !isReadable && (nextSweepAt === null || nextSweepAt <= toInstant(addMs(now, -unreadableGraceMs)));
}

/**
 * Frees the slot of an account whose active run is orphaned: its document is gone, ended without freeing the slot, or
 * can't be read.
 * @returns whether a slot was freed
 */
export async function releaseOrphanedSlot(deps: Deps, workspaceId: WorkspaceId): Promise<boolean> {
  const { activeRunId } = await deps.runs.account(workspaceId);
  return activeRunId !== null && endOrphanedRun(deps, workspaceId, activeRunId);
}

/**
 * Ends an orphaned run, logs it, and starts the next queued run. In an unreadable document, only the fields that are set
 * at every end are overwritten; the rest stays for whoever repairs it.
 * @returns whether the run was orphaned
 */
export async function endOrphanedRun(deps: Deps, workspaceId: WorkspaceId, runId: string): Promise<boolean> {
  const ended = await deps.runs.transact(workspaceId, async (tx) => {
    const [account, state] = await Promise.all([tx.account(), tx.rawState(runId)]);
    const now = deps.clock.now();
    if (!isOrphaned(state, now)) return null;
    const holdsSlot = account.activeRunId === runId;
    const isSettled = !state || state.isReadable || (state.hasEnded && state.nextSweepAt === null);
    if (isSettled && !holdsSlot) return null;
    if (!isSettled) tx.saveFields(runId, state.hasEnded ? { nextSweepAt: null } : failedFields(now));
    if (holdsSlot) tx.saveAccount({ activeRunId: null });
    return { holdsSlot, hasEnded: state?.hasEnded ?? null };
  });
  if (!ended) return false;
  deps.logger.error("run orphaned", { workspaceId, runId, ...ended });
  if (ended.hasEnded === false) await deps.objects.deletePrefix(objectPaths.run(workspaceId, runId));
  await startNextQueuedRun(deps, workspaceId);
  return true;
}

const failedFields = (now: Date): Partial<RunRecord> => ({
  ...terminalFields(now, "failed"),
  plan: null,
  nextSweepAt: null,
  error: {
    code: "internal",
    message: "This run's data is damaged and can't be read. Run the setup again.",
  },
});
