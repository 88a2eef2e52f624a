import { addMs, toInstant } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { MeterRejection, UsageRejected } from "../account/billing-event.js";
import { retryDelayMs } from "./report-usage.js";
import { parseMeterIdentifier, type UsageRecord } from "./usage-record.js";

type Deps = Pick<Dependencies, "billing" | "clock" | "logger">;

/**
 * Handles reports that Stripe first accepted and later rejected. Their rows weren't counted, so they are
 * reported again under a new identifier. Each rejection is logged as an error, because the rows aren't billed
 * until then. Safe to repeat.
 */
export async function handleRejectedUsage(deps: Deps, event: UsageRejected): Promise<void> {
  const { id: eventId, count, rejections } = event;
  if (count > rejections.length)
    deps.logger.error("Stripe rejected more usage than it names", {
      eventId,
      count,
      named: rejections.length,
    });
  for (const rejection of rejections) await reportAgain(deps, rejection);
}

async function reportAgain({ billing, clock, logger }: Deps, { identifier, code }: MeterRejection) {
  const { runId, meterRejections } = parseMeterIdentifier(identifier);
  const workspaceId = await billing.workspaceIdOfUsage(runId);
  logger.error("Stripe rejected reported usage", { workspaceId, runId, code });
  if (workspaceId === null) return;
  const { customerId } = (await billing.account(workspaceId)).customer;
  const now = clock.now();
  let isLost = false;
  await billing.changeUsage(workspaceId, runId, (stored) => {
    if (stored.meterRejections !== meterRejections) return null;
    isLost = code === customerMissing && stored.meterCustomerId === customerId;
    return isLost ? withoutReport(stored) : withRejection(stored, code, now);
  });
  if (isLost) logger.error("usage of a deleted customer cannot be billed", { workspaceId, runId });
}

const customerMissing = "meter_event_customer_not_found";
const outdated: readonly string[] = ["timestamp_too_far_in_past", "timestamp_in_future"];

const withoutReport = (usage: UsageRecord): UsageRecord => ({
  ...usage,
  isMetered: true,
  meterDueAt: null,
  meterRejections: usage.meterRejections + 1,
});

const withRejection = (usage: UsageRecord, code: string, now: Date): UsageRecord => ({
  ...usage,
  isMetered: false,
  billedAt: outdated.includes(code) ? toInstant(now) : usage.billedAt,
  meterDueAt: toInstant(addMs(now, retryDelayMs(usage.meterAttempts))),
  // The meter counted none of the earlier attempts.
  meterFirstTriedAt: null,
  meterRejections: usage.meterRejections + 1,
});
