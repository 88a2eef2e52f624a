import { toInstant } from "../../../common/time.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { nextRunAt } from "../../schedules/next-run.js";
import type { SetupRecord } from "../../setups/setup-repository.js";
import { newRun, readStartContext, startBlocker } from "./start-checks.js";
import { toEndedRun, logEnd } from "./end-run.js";
import type { RunRecord } from "../run-record.js";
import { enqueueNotification, enqueueRun } from "./run-tasks.js";

type Deps = Pick<Dependencies, "runs" | "queue" | "clock" | "ids" | "logger">;

/**
 * Creates the run for one due time of a setup and sets the next due time, in one transaction, so that a second tick
 * finds nothing due. Several missed due times make one run. While another run of the account is active the new one is
 * queued; a setup has at most one queued run. A start that is blocked is recorded as a failed run.
 */
export async function startScheduledRun(
  deps: Deps,
  workspaceId: WorkspaceId,
  due: Pick<SetupRecord, "id" | "nextRunAt">,
): Promise<void> {
  const id = deps.ids.next();
  const run = await deps.runs.transact(workspaceId, async (tx) => {
    const context = await readStartContext(tx, due.id);
    const { setup, connection, account } = context;
    if (
      !setup ||
      account.isDeleted ||
      setup.status !== "active" ||
      !setup.nextRunAt ||
      setup.nextRunAt !== due.nextRunAt
    )
      return null;
    const now = deps.clock.now();
    const blocker = startBlocker({ ...context, account: { ...account, activeRunId: null } });
    const isBusy = account.activeRunId !== null;
    const hasQueuedRun = isBusy && (await tx.queuedRunOf(setup.id)) !== null;

    tx.setNextRunAt(setup.id, nextDue(setup, now));
    if (hasQueuedRun) return null;
    const run = newRun({
      id,
      now,
      setup,
      connection,
      trigger: "scheduled",
      scheduledFor: setup.nextRunAt,
      holdsSlot: !isBusy && !blocker,
    });
    const stored: RunRecord = blocker
      ? toEndedRun(run, now, {
          status: "failed",
          error: { code: blocker.code, message: blocker.userMessage ?? blocker.message },
        })
      : run;
    tx.saveRun(stored);
    if (stored.holdsSlot) tx.saveAccount({ activeRunId: stored.id });
    return stored;
  });
  if (!run) return;
  const { id: runId, scheduledFor, holdsSlot: begins } = run;
  const lateMs = deps.clock.now().getTime() - Date.parse(scheduledFor!);
  deps.logger.info("run scheduled", { workspaceId, runId, setupId: due.id, lateMs, begins });
  if (run.status === "failed") logEnd(deps.logger, workspaceId, run);
  if (run.holdsSlot) await enqueueRun(deps, workspaceId, run);
  if (run.status === "failed") await enqueueNotification(deps, workspaceId, run);
}

function nextDue({ scheduleCron, scheduleTimezone, includeWeekends }: SetupRecord, now: Date): string | null {
  const next = nextRunAt({ cron: scheduleCron, timeZone: scheduleTimezone, includeWeekends, after: now });
  return next && toInstant(next);
}
