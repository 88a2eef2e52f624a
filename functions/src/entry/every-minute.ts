import { addMs, secondMs } from "../common/time.js";
import { reconcileUsage } from "../features/billing/usage/reconcile-usage.js";
import { sweepUsage } from "../features/billing/usage/report-usage.js";
import type { Dependencies } from "../composition/dependencies.js";
import { planAudit } from "../features/channels/audit/plan-audit.js";
import { resealChannels } from "../features/channels/reseal-channels.js";
import { sweepDeliveries } from "../features/channels/enqueue-delivery.js";
import { applyRetention } from "../features/retention/apply-retention.js";
import { resealSecrets } from "../features/connections/reseal-secrets.js";
import { sweepRuns } from "../features/runs/lifecycle/sweep-runs.js";
import { sweepDeletions } from "../features/deletion/enqueue-deletion.js";
import { startDueSetups } from "../features/runs/lifecycle/start-due-setups.js";

/** A tick ends before the next one starts, so that they don't pile up. */
const tickMs = 50 * secondMs;
/** Starting setups ends after this long, however many are due, so that the other jobs get their time. */
const startingMs = 30 * secondMs;

/** Runs all recurring jobs. A job that fails doesn't stop the others. */
export async function everyMinute(deps: Dependencies): Promise<void> {
  const startedAt = deps.clock.now();
  const until = addMs(startedAt, tickMs);
  const jobs = {
    started: () => startDueSetups(deps, addMs(startedAt, startingMs)),
    swept: () => sweepRuns(deps, until),
    metered: () => sweepUsage(deps, until),
    reconciled: () => reconcileUsage(deps, until),
    deleted: () => applyRetention(deps),
    delivered: () => sweepDeliveries(deps, until),
    auditSent: () => planAudit(deps, until),
    channelsResealed: () => resealChannels(deps),
    resealed: () => resealSecrets(deps, () => deps.clock.now() >= until),
    deletions: () => sweepDeletions(deps),
  };
  for (const [name, job] of Object.entries(jobs)) {
    try {
      const jobStartedAt = performance.now();
      const count = await job();
      const durationMs = Math.round(performance.now() - jobStartedAt);
      if (count > 0) deps.logger.info("tick", { [name]: count, durationMs });
    } catch (error) {
      deps.logger.error("tick failed", { job: name }, error);
    }
  }
}
