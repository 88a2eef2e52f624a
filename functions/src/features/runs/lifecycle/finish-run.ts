import { summarizeRun } from "../../../contract/run-summary.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import { newUsage } from "../../billing/usage/usage-record.js";
import { afterBilledRows } from "../../billing/account/billing-limits.js";
import { afterBilledRun } from "../../billing/account/run-permission.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { deleteLeftovers, toEndedRun, endRun, logEnd, withFreeBytes } from "./end-run.js";
import type { LeasedRun } from "./leased-run.js";
import { startNextQueuedRun } from "./start-next-queued-run.js";
import { assertConnectionUnchanged } from "../run-connection.js";
import type { RunFailure } from "../run-failure.js";
import type { DetectorRecord, RunRecord } from "../run-record.js";
import { enqueueRecording, enqueueSpendingWarning } from "./run-tasks.js";
import type { SetupRecord } from "../../setups/setup-repository.js";

/**
 * Ends a run that has a report. One transaction writes its status, summary, results, usage, free quota and the account's
 * slot. Metering, incidents, messages and the start of the next run follow; if the worker dies first, the sweeper does them.
 */
export async function finishRun(
  deps: Dependencies,
  leased: LeasedRun,
  detectors: readonly DetectorRecord[],
  { hours, stoppedEvents }: Pick<RunRecord, "hours" | "stoppedEvents">,
): Promise<void> {
  const { workspaceId } = leased;
  const { run, usage, isSpendingWarning } = await deps.runs.transact(workspaceId, async (tx) => {
    const [stored, account, setup] = await Promise.all([
      tx.run(leased.record.id),
      tx.account(),
      tx.setup(leased.record.setupId),
    ]);
    const record = leased.assertLeaseOwner(stored);
    assertConnectionUnchanged(record, await tx.connection(record.setup.connection.id));
    const now = deps.clock.now();
    const rowsAnalysed = detectors.reduce((sum, { totalRows }) => sum + totalRows, 0);
    const { rows, tested } = countRows(record, detectors, setup?.tested ?? null);
    const run = toEndedRun({ ...record, requestsUsed: leased.record.requestsUsed }, now, {
      status: detectors.some(({ severity }) => severity === "failed") ? "partial" : "completed",
      summary: summarizeRun(detectors),
      rowsAnalysed,
      rowsCounted: rows,
      lastTestedDay: record.plan!.lastDay,
      hours,
      stoppedEvents,
    });
    const { billing } = account;
    const usage = newUsage(
      { runId: run.id, setupName: run.setup.name, rows },
      billing,
      now,
      record.mayBeFree,
    );
    const spent = afterBilledRows(withFreeBytes(billing.limits, record), usage.isFree ? 0 : rows, now);
    const after = { ...billing, limits: spent.limits };
    tx.saveRun(run);
    for (const detector of detectors) tx.saveDetector(run.id, detector);
    const wasCounted = rows === 0 && rowsAnalysed > 0;
    if (!wasCounted) tx.saveUsage(usage);
    if (setup) tx.changeSetup(setup.id, { tested });
    tx.saveAccount({
      billing: usage.isFree && !wasCounted && usesFreeRun(run) ? afterBilledRun(after) : after,
      ...(account.activeRunId === run.id ? { activeRunId: null } : {}),
    });
    return { run, usage, isSpendingWarning: spent.isWarning };
  });
  logEnd(deps.logger, workspaceId, run);
  if (!usage.isMetered) await deps.meterEvents.report(workspaceId, usage);
  if (isSpendingWarning) await enqueueSpendingWarning(deps, workspaceId, run);
  await afterEnd(deps, workspaceId, run);
}

/**
 * Whether the run uses up the free run. A setup's first report doesn't if one of its checks failed: the user asked for
 * more than the connection could do. Later reports always do, so that free runs stay limited.
 */
const usesFreeRun = ({ status, plan }: RunRecord): boolean =>
  status === "completed" || Boolean(plan?.previous);

/** Ends a run as failed, unless it has ended or another worker has the lease. */
export async function failRun(deps: Dependencies, leased: LeasedRun, failure: RunFailure): Promise<void> {
  const { workspaceId } = leased;
  const run = await deps.runs.transact(workspaceId, async (tx) => {
    const [stored, account] = await Promise.all([tx.run(leased.record.id), tx.account()]);
    const record = leased.assertLeaseOwner(stored);
    return endRun(
      tx,
      { run: { ...record, requestsUsed: leased.record.requestsUsed }, account, now: deps.clock.now() },
      "failed",
      failure,
    );
  });
  logEnd(deps.logger, workspaceId, run);
  await afterEnd(deps, workspaceId, run);
}

async function afterEnd(deps: Dependencies, workspaceId: WorkspaceId, run: RunRecord): Promise<void> {
  await enqueueRecording(deps, workspaceId, run);
  await startNextQueuedRun(deps, workspaceId);
  await deleteLeftovers(deps.objects, workspaceId, run);
}

type Tested = NonNullable<SetupRecord["tested"]>;

/**
 * What a run's checks count toward usage. A scheduled run counts a check only if it tests a day that no earlier run of the
 * setup has tested, so that an hourly schedule costs as much as a daily one. A manual run counts all its checks.
 * The tested days stay with the setup, because run records can be deleted.
 * @param tested of the setup before this run
 */
export function countRows(
  { trigger, plan, setup }: Pick<RunRecord, "trigger" | "plan" | "setup">,
  detectors: readonly Pick<DetectorRecord, "id" | "severity" | "totalRows">[],
  tested: SetupRecord["tested"],
): { rows: number; tested: Tested } {
  const { lastDay, region } = plan!;
  const project = `${region}/${setup.connection.projectId}`;
  const before: Tested["days"] = tested?.project === project ? tested.days : {};
  const fresh = detectors.filter(({ id, severity }) => severity !== "failed" && lastDay > (before[id] ?? ""));
  const counted = trigger === "manual" ? detectors : fresh;
  return {
    rows: counted.reduce((sum, { totalRows }) => sum + totalRows, 0),
    tested: { project, days: { ...before, ...Object.fromEntries(fresh.map(({ id }) => [id, lastDay])) } },
  };
}
