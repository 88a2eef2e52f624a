import { toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import { nextRunAt } from "../schedules/next-run.js";
import type { SetupRecord } from "../setups/setup-repository.js";
import { newRun, readStartContext, refusalOf } from "./admission.js";
import { endedRun, logEnd } from "./end-run.js";
import type { RunRecord } from "./run-record.js";
import { enqueueNotification, enqueueRun } from "./run-tasks.js";

type Parts = Pick<Dependencies, "runs" | "queue" | "clock" | "ids" | "logger">;

/**
 * Answers one due time of a setup and moves the setup on to the next, in one transaction: a second tick finds
 * nothing due. Due times missed while nobody ticked are answered once. While another run of the account is active
 * the new one waits; a setup has at most one that waits. What may not start is recorded as a failed run.
 */
export async function startScheduledRun(
  deps: Parts,
  uid: string,
  due: Pick<SetupRecord, "id" | "nextRunAt">,
): Promise<void> {
  const id = deps.ids.next();
  const run = await deps.runs.transact(uid, async (tx) => {
    const context = await readStartContext(tx, due.id);
    const { setup, connection, account } = context;
    if (!setup || setup.status !== "active" || !setup.nextRunAt || setup.nextRunAt !== due.nextRunAt)
      return null;
    const now = deps.clock.now();
    const refusal = refusalOf({ ...context, account: { ...account, activeRunId: null } });
    const isBusy = account.activeRunId !== null;
    const hasOneWaiting = isBusy && (await tx.waitingOf(setup.id)) !== null;

    tx.setNextRunAt(setup.id, nextDue(setup, now));
    if (hasOneWaiting) return null;
    const run = newRun({
      id,
      now,
      setup,
      connection,
      trigger: "scheduled",
      scheduledFor: setup.nextRunAt,
      holdsSlot: !isBusy && !refusal,
    });
    const stored: RunRecord = refusal
      ? endedRun(run, now, {
          status: "failed",
          error: { code: refusal.code, message: refusal.userMessage ?? refusal.message },
        })
      : run;
    tx.saveRun(stored);
    if (stored.holdsSlot) tx.saveAccount({ activeRunId: stored.id });
    return stored;
  });
  if (!run) return;
  const { id: runId, scheduledFor, holdsSlot: begins } = run;
  const lateMs = deps.clock.now().getTime() - Date.parse(scheduledFor!);
  deps.logger.info("run scheduled", { uid, runId, setupId: due.id, lateMs, begins });
  if (run.status === "failed") logEnd(deps.logger, uid, run);
  if (run.holdsSlot) await enqueueRun(deps, uid, run);
  if (run.status === "failed") await enqueueNotification(deps, uid, run);
}

function nextDue({ scheduleCron, scheduleTimezone, includeWeekends }: SetupRecord, now: Date): string | null {
  const next = nextRunAt({ cron: scheduleCron, timeZone: scheduleTimezone, includeWeekends, after: now });
  return next && toInstant(next);
}
