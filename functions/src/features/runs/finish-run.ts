import type { RunSummary } from "../../contract/runs.js";
import { newUsage } from "../billing/meter-events.js";
import { afterBilledRun } from "../billing/run-permission.js";
import type { Dependencies } from "../dependencies.js";
import { deleteLeftovers, endedRun, endRun, logEnd, mayNotify } from "./end-run.js";
import type { HeldRun } from "./held-run.js";
import { releaseNext } from "./release-next.js";
import { assertOfRun } from "./run-connection.js";
import type { RunFailure } from "./run-failure.js";
import type { DetectorRecord, RunRecord } from "./run-record.js";
import { enqueueNotification } from "./run-tasks.js";

type Parts = Pick<Dependencies, "runs" | "queue" | "clock" | "logger" | "objects" | "meterEvents">;

/**
 * Ends a run with its report, in one transaction: status, summary, verdicts, usage, free quota, the account's slot.
 * Whatever follows (meter, mail, the next run's turn) may be lost with the worker and is made up for by the sweeper.
 */
export async function finishRun(
  deps: Parts,
  held: HeldRun,
  detectors: readonly DetectorRecord[],
): Promise<void> {
  const { uid } = held;
  const { run, usage } = await deps.runs.transact(uid, async (tx) => {
    const [stored, account] = await Promise.all([tx.run(held.record.id), tx.account()]);
    const record = held.assertMine(stored);
    assertOfRun(record, await tx.connection(record.setup.connection.id));
    const now = deps.clock.now();
    const rows = detectors.reduce((sum, { totalRows }) => sum + totalRows, 0);
    const run = endedRun({ ...record, spent: held.record.spent }, now, {
      status: detectors.some(({ severity }) => severity === "failed") ? "partial" : "completed",
      summary: summaryOf(detectors),
      rowsAnalysed: rows,
      judgedDay: record.plan!.lastDay,
    });
    const usage = newUsage({ runId: run.id, setupName: run.setup.name, rows }, account.billing, now);
    tx.saveRun(run);
    for (const detector of detectors) tx.saveDetector(run.id, detector);
    tx.saveUsage(usage);
    tx.saveAccount({
      billing: afterBilledRun(account.billing),
      ...(account.activeRunId === run.id ? { activeRunId: null } : {}),
    });
    return { run, usage };
  });
  logEnd(deps.logger, uid, run);
  if (!usage.isMetered) await deps.meterEvents.report(uid, usage);
  await afterEnd(deps, uid, run);
}

/** Ends a run that could not be carried out, unless it has ended or changed hands already. */
export async function failRun(deps: Parts, held: HeldRun, failure: RunFailure): Promise<void> {
  const { uid } = held;
  const run = await deps.runs.transact(uid, async (tx) => {
    const [stored, account] = await Promise.all([tx.run(held.record.id), tx.account()]);
    const record = held.assertMine(stored);
    return endRun(
      tx,
      { run: { ...record, spent: held.record.spent }, account, now: deps.clock.now() },
      "failed",
      failure,
    );
  });
  logEnd(deps.logger, uid, run);
  await afterEnd(deps, uid, run);
}

async function afterEnd(deps: Parts, uid: string, run: RunRecord): Promise<void> {
  if (mayNotify(run)) await enqueueNotification(deps, uid, run);
  await releaseNext(deps, uid);
  await deleteLeftovers(deps.objects, uid, run);
}

function summaryOf(detectors: readonly DetectorRecord[]): RunSummary {
  const count = (severity: DetectorRecord["severity"]) =>
    detectors.filter((detector) => detector.severity === severity).length;
  return {
    warnings: count("warning"),
    alerts: count("alert"),
    passed: count("normal"),
    inconclusive: count("inconclusive"),
    failed: count("failed"),
  };
}
