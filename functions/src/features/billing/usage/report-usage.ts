import { addMs, dayMs, hourMs, minuteMs, toInstant } from "../../../common/time.js";
import { forEachTenantRecord } from "../../../common/tenant-records.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { Customer } from "../account/billing-account.js";
import { periodAt } from "../account/billing-period.js";
import { meterIdentifier, type MeterEvents, type UsageRecord } from "./usage-record.js";
import type { Payments } from "../../../ports/payments.js";

type Deps = Pick<Dependencies, "billing" | "payments" | "clock" | "logger">;

/** Stripe rejects a repeated identifier for at least 24 hours; after that, it may count the rows again. */
const identifierBlocksMs = 23 * hourMs;
/**
 * An invoice stays a draft for an hour after its period ends; until then it still includes rows reported
 * late.
 */
const draftInvoiceMs = 45 * minuteMs;
/** Stripe accepts timestamps up to 35 days old. */
const oldestTimestampMs = 34 * dayMs;
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
 * Reports one usage record to Stripe's meter so that its rows are counted exactly once. The identifier is the
 * run's id, and each timestamp is stored before it is sent, so that after a crash we know which timestamps
 * the rows may have been counted under.
 */
export async function reportUsage(deps: Deps, workspaceId: WorkspaceId, runId: string): Promise<void> {
  const { billing, payments, clock } = deps;
  const { customer } = await billing.account(workspaceId);
  const now = clock.now();
  let before: UsageRecord | undefined;
  const usage = await billing.changeUsage(workspaceId, runId, (stored) => {
    if (stored.isMetered) return null;
    before = stored;
    return withAttempt(stored, customer, now);
  });
  if (!usage || usage.isMetered || !before || !payments || !customer.customerId) return;
  const { customerId } = customer;
  const at =
    (await findEarlierReport(deps, payments, customerId, workspaceId, before, now)) ??
    (await sendReport(deps, payments, customerId, workspaceId, usage, before));
  if (at === null) {
    // If the account has a new customer by now, the next report uses that one.
    if ((await billing.account(workspaceId)).customer.customerId !== customerId) return;
    deps.logger.error("usage of a deleted customer cannot be billed", { workspaceId, runId });
  }
  await billing.changeUsage(workspaceId, runId, (stored) =>
    stored.isMetered || stored.meterRejections !== usage.meterRejections
      ? null
      : { ...stored, isMetered: true, billedAt: at ?? stored.billedAt, meterDueAt: null },
  );
}

/**
 * Sends the report.
 * @returns the time under which the rows are counted; null if the customer no longer exists
 */
async function sendReport(
  deps: Deps,
  payments: Payments,
  customerId: string,
  workspaceId: WorkspaceId,
  usage: UsageRecord,
  before: UsageRecord,
): Promise<string | null> {
  const { rows, billedAt } = usage;
  const identifier = meterIdentifier(usage);
  const answer = await payments.meter({ customerId, identifier, rows, at: billedAt! });
  if (answer === "counted") return billedAt!;
  if (answer === "gone") return null;
  if (before.meterTries.length <= 1) return before.meterTries[0] ?? billedAt!;
  return (await findReportedTime(deps, payments, customerId, workspaceId, usage)) ?? billedAt!;
}

/**
 * The time of an earlier report that was counted after all, checked once its identifier no longer blocks
 * repeats; null if the rows must be reported again.
 */
async function findEarlierReport(
  deps: Deps,
  payments: Payments,
  customerId: string,
  workspaceId: WorkspaceId,
  before: UsageRecord,
  now: Date,
): Promise<string | null> {
  const { meterFirstTriedAt } = before;
  const identifierStillBlocks =
    meterFirstTriedAt === null || now.getTime() - Date.parse(meterFirstTriedAt) < identifierBlocksMs;
  return identifierStillBlocks ? null : findReportedTime(deps, payments, customerId, workspaceId, before);
}

/**
 * The attempted time in whose minute the meter counted this run's rows, inferred from the rows of the
 * account's other runs; null if there is none.
 */
async function findReportedTime(
  { billing }: Deps,
  payments: Payments,
  customerId: string,
  workspaceId: WorkspaceId,
  { runId, meterTries, rows }: UsageRecord,
): Promise<string | null> {
  const uncertain = (await billing.unmetered(workspaceId)).filter((other) => other.runId !== runId);
  for (const at of meterTries) {
    const [start, end] = [minuteOf(at), addMs(minuteOf(at), minuteMs)].map(toInstant);
    const [metered, known] = await Promise.all([
      payments.meteredRows(customerId, start!, end!),
      billing.metered(workspaceId, start!, end!),
    ]);
    const sameMinute = uncertain.filter((other) =>
      other.meterTries.some((tried) => tried >= start! && tried < end!),
    );
    if (includesRows(rows, rowsOf(sameMinute), rowsOf(known), metered)) return at;
  }
  return null;
}

const rowsOf = (usages: readonly UsageRecord[]): number[] => usages.map(({ rows }) => rows);

const minuteOf = (instant: string): Date => new Date(Math.floor(Date.parse(instant) / minuteMs) * minuteMs);

/**
 * Whether the `metered` rows of one minute include this run's rows. `known` are the rows of runs that were
 * counted, `others` those of runs that may have been. Subtracting the known rows leaves the unexplained ones.
 * True if this run and any of the others add up to those; false if others add up to them without this run. If
 * no sum fits, Stripe may have rejected a known run without our knowledge, so the known runs become
 * uncertain, too. If still no sum fits, true if there are enough unexplained rows: counting rows twice would
 * overcharge the customer.
 */
function includesRows(
  rows: number,
  others: readonly number[],
  known: readonly number[],
  metered: number,
): boolean {
  const unexplained = metered - known.reduce((sum, one) => sum + one, 0);
  const possible = sumsOf(others);
  if (possible.has(unexplained - rows)) return true;
  if (possible.has(unexplained)) return false;
  const possibleOfAll = sumsOf([...others, ...known]);
  if (possibleOfAll.has(metered - rows)) return true;
  return !possibleOfAll.has(metered) && unexplained >= rows;
}

/** The sums of all subsets of the rows, including the empty one. */
function sumsOf(rows: readonly number[]): Set<number> {
  let sums = new Set([0]);
  for (const one of rows.slice(0, mostUncertain))
    sums = new Set([...sums, ...[...sums].map((sum) => sum + one)]);
  return sums;
}

/** The most uncertain runs to compare per minute; each one doubles the number of sums. */
const mostUncertain = 12;

/** Doubles with each attempt, from one minute up to six hours. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(maxRetryDelayMs, minuteMs * 2 ** Math.min(attempts, 10));

/** The record with one more attempt. It is stored before the attempt is made. */
function withAttempt(usage: UsageRecord, customer: Customer, now: Date): UsageRecord {
  const billedAt = billingTime(usage, customer, now);
  const { meterTries, meterAttempts } = usage;
  return {
    ...usage,
    billedAt,
    meterTries: meterTries.includes(billedAt) ? meterTries : [...meterTries, billedAt],
    meterFirstTriedAt: usage.meterFirstTriedAt ?? toInstant(now),
    meterAttempts: meterAttempts + 1,
    meterDueAt: toInstant(addMs(now, retryDelayMs(meterAttempts))),
    meterCustomerId: customer.customerId,
  };
}

/**
 * The time under which to bill a run: the time it ended, unless the invoice for that period is final by now.
 * Then it is the current time, so that the rows go on the next invoice. Without a subscription, the last
 * invoice may have become final as soon as the run ended.
 */
function billingTime({ billedAt, createdAt }: UsageRecord, { subscription }: Customer, now: Date): string {
  const at = billedAt ?? createdAt;
  const agoMs = (instant: string) => now.getTime() - Date.parse(instant);
  if (agoMs(at) > oldestTimestampMs) return toInstant(now);
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
