import { toInstant } from "../../../common/time.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { nextRunAt } from "../../schedules/next-run.js";
import type { SetupRecord } from "../../setups/setup-repository.js";
import { newRun, noManager, readStartContext, startBlocker, startOnBilling } from "./start-checks.js";
import { toEndedRun, logEnd } from "./end-run.js";
import type { RunRecord } from "../run-record.js";
import { enqueueRecording, enqueueRun } from "./run-tasks.js";
import { pausingRefusals, refusalsUntilPause, type Setup } from "../../../contract/setups.js";
import { AppError } from "../../../common/errors.js";
import type { RunFailure } from "../run-failure.js";

type Deps = Pick<Dependencies, "runs" | "queue" | "clock" | "ids" | "logger" | "settings">;

/**
 * Creates the run for one due time of a setup and sets the next due time, in one transaction, so that a second tick
 * finds nothing due. Several missed due times result in one run. While another run of the account is active, the new one
 * is queued; a setup has at most one queued run. A blocked start is recorded as a failed run; when the same refusal
 * repeats, it is counted on that record. A schedule without a next due time pauses the setup in the same way.
 */
export async function startScheduledRun(
  deps: Deps,
  workspaceId: WorkspaceId,
  due: Pick<SetupRecord, "id" | "nextRunAt">,
  { isUnmanaged }: { isUnmanaged: boolean },
): Promise<void> {
  const id = deps.ids.next();
  const started = await deps.runs.transact(workspaceId, async (tx) => {
    const context = await readStartContext(deps, tx, workspaceId, due.id);
    const { now, setup, connection, account } = context;
    if (
      !setup ||
      account.isDeleted ||
      setup.status !== "active" ||
      !setup.nextRunAt ||
      setup.nextRunAt !== due.nextRunAt
    )
      return null;
    const next = nextDue(setup, now);
    const blocker =
      (next ? null : scheduleEnded(setup)) ??
      (isUnmanaged ? noManager() : startBlocker({ ...context, account: { ...account, activeRunId: null } }));
    const known = blocker && setup.refusal ? await tx.run(setup.refusal.runId) : null;
    const refused = blocker && refuseStart(setup, blocker, known, id);
    const isBusy = account.activeRunId !== null;
    const hasQueuedRun = isBusy && (await tx.queuedRunOf(setup.id)) !== null;

    const refusal = setup.refusal === null ? {} : { refusal: null };
    tx.changeSetup(setup.id, { nextRunAt: next, ...(refused?.setup ?? refusal) });
    if (hasQueuedRun && !refused?.pausedSetup) return null;
    const holdsSlot = !isBusy && !refused;
    const run = newRun({
      id,
      now,
      setup,
      connection,
      trigger: "scheduled",
      scheduledFor: setup.nextRunAt,
      holdsSlot,
      ...(holdsSlot ? { billing: startOnBilling(tx, context) } : {}),
    });
    const stored: RunRecord = refused ? recordRefusal(refused.earlier ?? run, refused, now) : run;
    tx.saveRun(stored);
    if (holdsSlot) tx.saveAccount({ activeRunId: stored.id });
    return { run: stored, isNew: stored.id === id };
  });
  if (!started) return;
  const { run, isNew } = started;
  const lateMs = deps.clock.now().getTime() - Date.parse(due.nextRunAt!);
  const begins = run.holdsSlot;
  deps.logger.info("run scheduled", { workspaceId, runId: run.id, setupId: due.id, lateMs, begins });
  if (run.status === "failed") logEnd(deps.logger, workspaceId, run);
  if (run.error?.code === "schedule-ended")
    deps.logger.error("schedule has no next due time", { workspaceId, setupId: due.id });
  if (begins) await enqueueRun(deps, workspaceId, run);
  if (run.status === "failed" && (isNew || run.pausedSetup)) await enqueueRecording(deps, workspaceId, run);
}

/** Ends the run as refused. If this pauses the setup, a second message is due. */
function recordRefusal(run: RunRecord, { error, pausedSetup }: RefusedStart, now: Date): RunRecord {
  const ended = toEndedRun({ ...run, pausedSetup }, now, { status: "failed", error });
  return pausedSetup ? { ...ended, recordedAt: null, taskSequence: run.taskSequence + 1 } : ended;
}

/** Null if the schedule ends here, or if the runtime no longer knows its time zone. */
function nextDue(
  { scheduleCron: cron, scheduleTimezone: timeZone, includeWeekends }: SetupRecord,
  now: Date,
): string | null {
  try {
    const next = nextRunAt({ cron, timeZone, includeWeekends, after: now });
    return next && toInstant(next);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const scheduleEnded = ({ scheduleCron, scheduleTimezone }: SetupRecord): AppError =>
  new AppError("schedule-ended", "The schedule has no next due time.", {
    userMessage: `The schedule ${scheduleCron} (${scheduleTimezone}) has no next run.`,
  });

type Refusal = NonNullable<Setup["refusal"]>;

/** The changes that a refused scheduled start makes to its setup, and the error that its run records. */
type RefusedStart = {
  setup: Partial<Pick<SetupRecord, "status" | "nextRunAt" | "refusal" | "revision">>;
  error: RunFailure;
  pausedSetup: boolean;
  /** The run that already recorded the same refusal; null when this is the first one, or it was deleted. */
  earlier: RunRecord | null;
};

/** Reasons that go away by themselves. They don't pause the setup, which would only have to be resumed again. */
const temporaryReasons: ReadonlySet<unknown> = new Set(["spending-limit", "first-payment"]);

/**
 * Counts a refusal. The fifth one in a row with the same reason pauses the setup, since nobody has noticed the others.
 * One that doesn't go away by waiting pauses it at once.
 * @param known the run that recorded the last refusal
 * @param runId the run that records this one if no other does
 */
function refuseStart(
  setup: SetupRecord,
  blocker: AppError,
  known: RunRecord | null,
  runId: string,
): RefusedStart {
  const { code } = blocker;
  const message = blocker.userMessage ?? blocker.message;
  const isSame = setup.refusal?.code === code && setup.refusal.message === message;
  const count = isSame ? setup.refusal!.count + 1 : 1;
  const isLast = count >= refusalsUntilPause || pausingRefusals.includes(code);
  const pausedSetup = isLast && !temporaryReasons.has(blocker.details?.["blockedBy"]);
  const earlier = isSame ? known : null;
  const refusal: Refusal = { code, message, count, runId: earlier?.id ?? runId };
  const counted = count > 1 ? ` Refused ${count} times in a row.` : "";
  const paused = pausedSetup ? " The setup is paused now; resume it when this is fixed." : "";
  return {
    setup: {
      refusal,
      ...(pausedSetup ? { status: "paused", nextRunAt: null, revision: setup.revision + 1 } : {}),
    },
    error: { code, message: `${message}${counted}${paused}` },
    pausedSetup,
    earlier,
  };
}
