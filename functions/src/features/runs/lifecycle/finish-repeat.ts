import type { Dependencies } from "../../../composition/dependencies.js";
import { addMs, toInstant } from "../../../common/time.js";
import { assertConnectionUnchanged } from "../run-connection.js";
import type { RunPlan, RunRecord } from "../run-record.js";
import { logEnd, postRunGraceMs, toEndedRun } from "./end-run.js";
import type { LeasedRun } from "./leased-run.js";
import { startNextQueuedRun } from "./start-next-queued-run.js";

/**
 * Ends a run that shows the results of an earlier one in a single transaction: it has no files, counts nothing, and changes
 * no incident, so nothing follows but the next queued run.
 * @returns whether it has ended: false if the earlier run was deleted in the meantime
 */
export async function finishRepeat(
  deps: Pick<Dependencies, "runs" | "queue" | "settings" | "clock" | "logger">,
  leased: LeasedRun,
  { plan, repeats, hours }: { plan: RunPlan; repeats: string; hours: RunRecord["hours"] },
): Promise<boolean> {
  const { workspaceId } = leased;
  const ended = await deps.runs.transact(workspaceId, async (tx) => {
    const [stored, account, earlier, queued] = await Promise.all([
      tx.run(leased.record.id),
      tx.account(),
      tx.run(repeats),
      tx.oldestQueuedRun(),
    ]);
    const record = leased.assertLeaseOwner(stored);
    assertConnectionUnchanged(record, await tx.connection(record.setup.connection.id));
    if (!earlier) return null;
    const now = deps.clock.now();
    const { requestsUsed } = leased.record;
    const run: RunRecord = {
      ...toEndedRun({ ...record, plan, requestsUsed }, now, {
        status: earlier.status,
        summary: earlier.summary,
        rowsAnalysed: earlier.rowsAnalysed,
        rowsCounted: 0,
        hours,
        repeats,
      }),
      recordedAt: toInstant(now),
      nextSweepAt: queued && toInstant(addMs(now, postRunGraceMs)),
    };
    tx.saveRun(run);
    if (account.activeRunId === run.id) tx.saveAccount({ activeRunId: null });
    return { run, hasQueued: queued !== null };
  });
  if (!ended) return false;
  logEnd(deps.logger, workspaceId, ended.run);
  if (ended.hasQueued) await startNextQueuedRun(deps, workspaceId);
  return true;
}
