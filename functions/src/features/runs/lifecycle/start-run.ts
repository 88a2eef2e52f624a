import { isAppError } from "../../../common/errors.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { newRun, readStartContext, startBlocker, startOnBilling } from "./start-checks.js";
import { releaseOrphanedSlot, isOrphaned } from "./orphaned-run.js";
import { toRun, type RunRecord } from "../run-record.js";
import type { Run } from "../../../contract/runs.js";
import { enqueueRun } from "./run-tasks.js";

/** Attempts to start a run while other writers keep the account's documents busy. */
const maxTries = 5;

/** The last start of each workspace in this process. */
const lastStarts = new Map<WorkspaceId, Promise<unknown>>();

/**
 * Starts a run manually. However many starts arrive at once, only one run results: the account's `activeRunId` is the
 * lock. A refused start doesn't count against the rate limit.
 * @throws AppError `not-found`, `setup-paused`, `connection-not-verified`, `run-already-active`,
 * `upgrade-required` or `billing-blocked`, `rate-limited`, in this order
 */
export async function startRun(deps: Dependencies, workspaceId: WorkspaceId, setupId: string): Promise<Run> {
  // One id for all attempts, so that an attempt recognizes an earlier commit whose response was lost.
  const id = deps.ids.next();
  const run = await afterEarlierStarts(workspaceId, () =>
    createRunWithRetries(deps, workspaceId, setupId, id),
  );
  try {
    // After the checks, because only accepted starts count. No worker has the run yet: its task is enqueued later.
    await deps.rateLimiter.use(workspaceId, "startRun");
  } catch (error) {
    await undoStart(deps, workspaceId, run.id);
    throw error;
  }
  await enqueueRun(deps, workspaceId, run);
  return toRun(run);
}

/**
 * Does `work` once this process's earlier starts of the workspace are done. Otherwise dozens of transactions could hold
 * read locks on the same account, and each would wait for the others until all of them time out.
 */
async function afterEarlierStarts<T>(workspaceId: WorkspaceId, work: () => Promise<T>): Promise<T> {
  const start = (lastStarts.get(workspaceId) ?? Promise.resolve()).then(work, work);
  lastStarts.set(workspaceId, start);
  try {
    return await start;
  } finally {
    if (lastStarts.get(workspaceId) === start) lastStarts.delete(workspaceId);
  }
}

/** Creates the run. If several starts arrive at once, one succeeds; the others throw the reason they are blocked. */
async function createRunWithRetries(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  setupId: string,
  id: string,
): Promise<RunRecord> {
  for (let attempt = 1; ; attempt++) {
    const { blocker, isBlockedByOrphan } = await deps.runs.readTransaction(workspaceId, async (tx) => {
      const context = await readStartContext(deps, tx, workspaceId, setupId);
      const { activeRunId } = context.account;
      const blocker = activeRunId === id ? null : startBlocker(context);
      const isBlockedByOrphan =
        blocker?.code === "run-already-active" &&
        isOrphaned(await tx.rawState(activeRunId!), deps.clock.now());
      return { blocker, isBlockedByOrphan };
    });
    if (blocker && !(isBlockedByOrphan && (await releaseOrphanedSlot(deps, workspaceId)))) throw blocker;
    try {
      return await createRun(deps, workspaceId, setupId, id);
    } catch (error) {
      if (!isAppError(error, "unavailable") || attempt === maxTries) throw error;
    }
  }
}

function createRun(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  setupId: string,
  id: string,
): Promise<RunRecord> {
  return deps.runs.transact(workspaceId, async (tx) => {
    const context = await readStartContext(deps, tx, workspaceId, setupId);
    if (context.account.activeRunId === id) return (await tx.run(id))!;
    const blocker = startBlocker(context);
    if (blocker) throw blocker;
    const { setup, connection } = context;
    const run = newRun({
      id,
      now: context.now,
      setup: setup!,
      connection,
      trigger: "manual",
      holdsSlot: true,
      billing: startOnBilling(tx, context),
    });
    tx.saveRun(run);
    tx.saveAccount({ activeRunId: id });
    return run;
  });
}

/** Deletes a run that was created but may not start after all. */
async function undoStart({ runs }: Dependencies, workspaceId: WorkspaceId, runId: string): Promise<void> {
  await runs.transact(workspaceId, async (tx) => {
    const { activeRunId } = await tx.account();
    tx.deleteRun(runId);
    if (activeRunId === runId) tx.saveAccount({ activeRunId: null });
  });
}
