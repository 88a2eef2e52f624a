import { objectPaths } from "../../../common/object-paths.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { ObjectStore } from "../../../ports/object-store.js";
import { addMs, minuteMs, toInstant } from "../../../common/time.js";
import type { Logger } from "../../../common/logger.js";
import type { BillingLimits } from "../../billing/account/billing-limits.js";
import type { RunFailure } from "../run-failure.js";
import type { RunRecord } from "../run-record.js";
import type { Account, RunTransaction } from "../run-repository.js";

/** How long the work after a run's end (email, next run, cleanup) may take before the sweeper does it. */
export const postRunGraceMs = 10 * minuteMs;

/**
 * Ends a run without a report, in the caller's transaction, and frees its account's slot.
 * @param account as read in the same transaction
 */
export function endRun(
  tx: RunTransaction,
  { run, account, now }: { run: RunRecord; account: Account; now: Date },
  status: "failed" | "cancelled",
  error: RunFailure,
): RunRecord {
  const ended = toEndedRun(run, now, { status, error });
  tx.saveRun(ended);
  const limits = withFreeBytes(account.billing.limits, run);
  const change = {
    ...(account.activeRunId === run.id ? { activeRunId: null } : {}),
    ...(limits === account.billing.limits ? {} : { billing: { ...account.billing, limits } }),
  };
  if (Object.keys(change).length > 0) tx.saveAccount(change);
  return ended;
}

/** Adds the bytes that a free-tier run read. They count however it ends: a cancelled run costs as much as any other. */
export function withFreeBytes(limits: BillingLimits, { isFreeTier, parts }: RunRecord): BillingLimits {
  const bytes = isFreeTier ? parts.reduce((sum, { read }) => sum + read.bytes, 0) : 0;
  return bytes === 0 ? limits : { ...limits, freeBytes: limits.freeBytes + bytes };
}

/** The record of an ended run. The sweeper checks it once more, since its worker may have died right after the end. */
export function toEndedRun(
  run: RunRecord,
  now: Date,
  outcome: Pick<RunRecord, "status"> & Partial<RunRecord>,
): RunRecord {
  const { plan, parts } = run;
  const isMissing = parts.some(({ purpose, status }) => purpose === "segments" && status === "failed");
  return {
    ...run,
    plan: plan && { ...plan, areSegmentsMissing: plan.areSegmentsMissing || isMissing },
    ...terminalFields(now, outcome.status),
    ...outcome,
    nextSweepAt: toInstant(addMs(now, postRunGraceMs)),
  };
}

/** The fields that are set however a run ends. */
export const terminalFields = (now: Date, status: RunRecord["status"]) => ({
  status,
  finishedAt: toInstant(now),
  holdsSlot: false,
  lease: null,
  resumeAt: null,
  parts: [],
  progress: { step: endedSteps[status] ?? "", done: 1, total: 1 },
});

/** Deletes an ended run's working files, or all its files if it has no report. */
export const deleteLeftovers = (
  objects: ObjectStore,
  workspaceId: WorkspaceId,
  { id, summary }: RunRecord,
): Promise<void> =>
  objects.deletePrefix(
    summary === null ? objectPaths.run(workspaceId, id) : objectPaths.runWork(workspaceId, id),
  );

/** Logs one line per ended run. Monitoring counts runs by these lines. */
export function logEnd(logger: Logger, workspaceId: WorkspaceId, run: RunRecord): void {
  const { setupId, trigger, status, error, attempt, rateLimitWaits, requestsUsed, summary } = run;
  const since = (from: string, to: string | null) => to && Date.parse(to) - Date.parse(from);
  const fields = {
    workspaceId,
    runId: run.id,
    setupId,
    trigger,
    status,
    code: error?.code ?? null,
    waitedMs: since(run.createdAt, run.startedAt),
    durationMs: run.startedAt && since(run.startedAt, run.finishedAt),
    attempt,
    rateLimitWaits,
    queries: requestsUsed.query,
    exports: requestsUsed.export,
    rows: run.rowsAnalysed,
    alerts: summary?.findings.alerts ?? null,
    warnings: summary?.findings.warnings ?? null,
    checksFailed: summary?.failed ?? null,
  };
  // Only these are our fault; other failures are the customer's or Mixpanel's to fix.
  const isOurs = error?.code === "internal" || error?.code === "interrupted";
  logger[isOurs ? "error" : "info"]("run ended", fields);
}

/** Whether incidents or messages about an ended run aren't recorded yet: about its report, or a scheduled run's failure. */
export const isUnrecorded = ({ summary, recordedAt, status, trigger }: RunRecord): boolean =>
  recordedAt === null && (summary !== null || (status === "failed" && trigger === "scheduled"));

const endedSteps: Partial<Record<RunRecord["status"], string>> = {
  completed: "Done",
  partial: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
};
