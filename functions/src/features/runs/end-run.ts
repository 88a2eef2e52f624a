import { objectPaths } from "../objects/object-paths.js";
import type { ObjectStore } from "../objects/object-store.js";
import { addMs, minuteMs, toInstant } from "../../shared/time.js";
import type { Logger } from "../../shared/logger.js";
import type { RunFailure } from "./run-failure.js";
import type { RunRecord } from "./run-record.js";
import type { Account, RunTransaction } from "./run-repository.js";

/** Time for what follows a run's end (mail, the next run's turn, tidying up); then the sweeper makes up for it. */
export const aftermathPatienceMs = 10 * minuteMs;

/**
 * Ends a run without a report, in its transaction, and frees its account's slot.
 * @param account as read in the same transaction
 */
export function endRun(
  tx: RunTransaction,
  { run, account, now }: { run: RunRecord; account: Account; now: Date },
  status: "failed" | "cancelled",
  error: RunFailure,
): RunRecord {
  const ended = endedRun(run, now, { status, error });
  tx.saveRun(ended);
  if (account.activeRunId === run.id) tx.saveAccount({ activeRunId: null });
  return ended;
}

/** The record of a run that is over. The sweeper looks after it once more: its last worker may have died right then. */
export function endedRun(
  run: RunRecord,
  now: Date,
  outcome: Pick<RunRecord, "status"> &
    Partial<Pick<RunRecord, "error" | "summary" | "rowsAnalysed" | "judgedDay">>,
): RunRecord {
  return {
    ...run,
    ...endedWork(now, outcome.status),
    ...outcome,
    wakeAt: toInstant(addMs(now, aftermathPatienceMs)),
  };
}

/** What every end sets: nobody works on the run any more. */
export const endedWork = (now: Date, status: RunRecord["status"]) => ({
  status,
  finishedAt: toInstant(now),
  holdsSlot: false,
  lease: null,
  resumeAt: null,
  parts: [],
  progress: { step: endedSteps[status] ?? "", done: 1, total: 1 },
});

/** Deletes what an ended run keeps beyond its end: everything, if it has no report. */
export const deleteLeftovers = (
  objects: ObjectStore,
  uid: string,
  { id, summary }: RunRecord,
): Promise<void> =>
  objects.deletePrefix(summary === null ? objectPaths.run(uid, id) : objectPaths.runWork(uid, id));

/** One line for every run that ends, whoever ends it: what monitoring counts and charts runs by. */
export function logEnd(logger: Logger, uid: string, run: RunRecord): void {
  const { id, setupId, trigger, status, error, attempt, waits, spent, summary, rowsAnalysed } = run;
  const since = (from: string, to: string | null) => to && Date.parse(to) - Date.parse(from);
  const fields = {
    uid,
    runId: id,
    setupId,
    trigger,
    status,
    code: error?.code ?? null,
    waitedMs: since(run.createdAt, run.startedAt),
    durationMs: run.startedAt && since(run.startedAt, run.finishedAt),
    attempt,
    waits,
    queries: spent.query,
    exports: spent.export,
    rows: rowsAnalysed,
    alerts: summary?.alerts ?? null,
    warnings: summary?.warnings ?? null,
    checksFailed: summary?.failed ?? null,
  };
  // Ours to mend; all other failures are their owner's or Mixpanel's.
  const isOurs = error?.code === "internal" || error?.code === "interrupted";
  logger[isOurs ? "error" : "info"]("run ended", fields);
}

/** Whether a run that has ended may be worth a mail; what the mail needs decides in the end. */
export function mayNotify({ status, trigger, summary }: RunRecord): boolean {
  if (status === "failed") return trigger === "scheduled";
  return summary !== null && summary.alerts + summary.warnings > 0;
}

const endedSteps: Partial<Record<RunRecord["status"], string>> = {
  completed: "Done",
  partial: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
};
