import { AppError } from "../../../common/errors.js";
import { addMs, hourMs, minuteMs, toInstant } from "../../../common/time.js";
import { forEachTenantRecord } from "../../../common/tenant-records.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { Customer } from "../account/billing-account.js";
import { periodAt } from "../account/billing-period.js";
import { meterIdentifier, type MeterEvents, type UsageRecord } from "./usage-record.js";

type Deps = Pick<Dependencies, "billing" | "payments" | "clock" | "logger">;

/** Stripe refuses a repeated identifier for at least 24 hours; after that, it may count the rows again. */
const identifierBlocksMs = 23 * hourMs;
/**
 * An invoice stays a draft for an hour after its period ends; until then it still includes rows reported
 * late.
 */
const draftInvoiceMs = 45 * minuteMs;
const maxRetryDelayMs = 6 * hourMs;

/** Reports a run's usage when the run ends. The sweeper retries failures. */
export const meterEvents = (deps: Deps): MeterEvents => ({
  report: async (workspaceId, { runId }) => {
    try {
      await reportUsage(deps, workspaceId, runId);
    } catch (error) {
      deps.logger.warn("could not report usage, the sweeper will retry", { workspaceId, runId }, error);
    }
  },
});

/**
 * Reports one usage record to Stripe's meter. The identifier is the run's id, so a report that is repeated
 * counts once, for a day. A report that may have been counted and has had no answer for so long stops, because
 * repeating it could charge the rows twice. That is logged as an error, and the daily comparison with the
 * meter shows rows that were not counted. One that Stripe refuses is repeated for as long as it takes.
 */
export async function reportUsage(deps: Deps, workspaceId: WorkspaceId, runId: string): Promise<void> {
  const { billing, payments, clock, logger } = deps;
  const { customer } = await billing.account(workspaceId);
  const { customerId } = customer;
  const now = clock.now();
  let before: UsageRecord | undefined;
  const usage = await billing.changeUsage(workspaceId, runId, (stored) => {
    if (stored.isMetered) return null;
    before = stored;
    return withAttempt(stored, customer, now);
  });
  if (!usage || usage.isMetered || !before || !payments || !customerId) return;
  const end = (billedAt: string | null) =>
    billing.changeUsage(workspaceId, runId, (stored) =>
      stored.isMetered || stored.meterRejections !== usage.meterRejections
        ? null
        : { ...stored, isMetered: true, billedAt, meterDueAt: null },
    );
  const { meterFirstTriedAt } = before;
  if (meterFirstTriedAt !== null && now.getTime() - Date.parse(meterFirstTriedAt) >= identifierBlocksMs) {
    logger.error("Stripe never said whether it counted usage", { workspaceId, runId, rows: usage.rows });
    await end(before.billedAt);
    return;
  }
  const identifier = meterIdentifier(usage);
  const answer = await payments.meter({ customerId, identifier, rows: usage.rows, at: usage.billedAt! });
  if (typeof answer === "object") {
    await billing.changeUsage(workspaceId, runId, (stored) =>
      stored.meterAttempts === usage.meterAttempts ? { ...stored, meterFirstTriedAt } : null,
    );
    throw new AppError("upstream-failed", `Stripe refused usage: ${answer.refused}`);
  }
  if (answer === "gone") {
    // If the account has a new customer by now, the next report uses that one.
    if ((await billing.account(workspaceId)).customer.customerId !== customerId) return;
    logger.error("usage of a deleted customer cannot be billed", { workspaceId, runId });
  }
  // A report that is known was counted at the time of the attempt before.
  await end(answer === "known" ? before.billedAt : usage.billedAt);
}

/** Doubles with each attempt, from one minute up to six hours. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(maxRetryDelayMs, minuteMs * 2 ** Math.min(attempts, 10));

/** The record with one more attempt. It is stored before the attempt is made. */
function withAttempt(usage: UsageRecord, customer: Customer, now: Date): UsageRecord {
  const billedAt = billingTime(usage, customer, now);
  const { meterAttempts } = usage;
  return {
    ...usage,
    billedAt,
    meterFirstTriedAt: usage.meterFirstTriedAt ?? (customer.customerId === null ? null : toInstant(now)),
    meterAttempts: meterAttempts + 1,
    meterDueAt: toInstant(addMs(now, retryDelayMs(meterAttempts))),
    meterCustomerId: customer.customerId,
  };
}

/**
 * The time under which to bill a run: the time it ended, unless the invoice for that period is final by now.
 * Then it is the current time, so that the rows go on the next invoice. Without a subscription, the last
 * invoice may have become final as soon as the run ended. The time is thus at most a period old; Stripe accepts
 * timestamps of the last 35 days.
 */
function billingTime({ billedAt, createdAt }: UsageRecord, { subscription }: Customer, now: Date): string {
  const at = billedAt ?? createdAt;
  const agoMs = (instant: string) => now.getTime() - Date.parse(instant);
  if (!subscription) return agoMs(at) > draftInvoiceMs ? toInstant(now) : at;
  const { anchorAt } = subscription;
  // A run from before this subscription belongs on the last invoice of the previous one.
  const invoicedAt = at < anchorAt ? at : periodAt(anchorAt, new Date(at)).end;
  return agoMs(invoicedAt) > draftInvoiceMs ? toInstant(now) : at;
}

const pageSize = 100;

/**
 * Reports due usage of all workspaces, taking turns among them, until the time is up. Each report is slow
 * when Stripe doesn't respond, so the time is checked after each one; at least one is reported.
 * @returns the number of records tried
 */
export async function sweepUsage(deps: Deps, until: Date): Promise<number> {
  if (!deps.payments) return 0;
  const { done, failed } = await forEachTenantRecord(
    deps.billing.meterDue(toInstant(deps.clock.now()), pageSize),
    1,
    () => deps.clock.now() >= until,
    ({ workspaceId, record }) => reportUsage(deps, workspaceId, record.runId),
    ({ workspaceId, record }, error) =>
      deps.logger.warn("could not report usage", { workspaceId, runId: record.runId }, error),
    1,
  );
  return done + failed;
}
