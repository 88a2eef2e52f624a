import { addMs, dayMs, hourMs, minuteMs, toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import type { Customer } from "./billing-account.js";
import { periodAt } from "./billing-period.js";
import type { MeterEvents, UsageRecord } from "./meter-events.js";
import type { Payments } from "./payments.js";

type Parts = Pick<Dependencies, "billing" | "payments" | "clock" | "logger">;

/** Stripe refuses a repeated identifier for at least 24 hours; after that it would count again. */
const identifierHoldsMs = 23 * hourMs;
/** Invoices stay drafts for an hour after their period; within it late rows still count. */
const draftMs = 45 * minuteMs;
/** Stripe takes timestamps of the past 35 days. */
const oldestMs = 34 * dayMs;
const longestPauseMs = 6 * hourMs;

/** Tells the meter of a run's usage when the run ends; the sweeper makes up for what fails here. */
export const meterEvents = (deps: Parts): MeterEvents => ({
  report: async (uid, { runId }) => {
    try {
      await reportUsage(deps, uid, runId);
    } catch (error) {
      deps.logger.warn("usage not metered, left to the sweeper", { uid, runId }, error);
    }
  },
});

/**
 * Tells the meter of one usage record, so that its rows are counted once: the identifier is the run's id, and each time
 * under which they may have been counted is written down before the meter is told.
 */
export async function reportUsage(deps: Parts, uid: string, runId: string): Promise<void> {
  const { billing, payments, clock } = deps;
  const { customer } = await billing.account(uid);
  const now = clock.now();
  let before: UsageRecord | undefined;
  const usage = await billing.changeUsage(uid, runId, (stored) => {
    if (stored.isMetered) return null;
    before = stored;
    return tried(stored, customer, now);
  });
  if (!usage || usage.isMetered || !before || !payments || !customer.customerId) return;
  const { customerId } = customer;
  const at =
    (await countedBefore(deps, payments, customerId, uid, before, now)) ??
    (await count(deps, payments, customerId, uid, usage, before));
  if (at === null) {
    // The account may have another customer by now, whom the next report then is about.
    if ((await billing.account(uid)).customer.customerId !== customerId) return;
    deps.logger.error("usage of a customer that is gone: it cannot be billed", { uid, runId });
  }
  await billing.changeUsage(uid, runId, (stored) =>
    stored.isMetered
      ? null
      : { ...stored, isMetered: true, billedAt: at ?? stored.billedAt, meterDueAt: null },
  );
}

/** Sends the report; one known already counts under the time it had then. @returns that time, null without a customer */
async function count(
  deps: Parts,
  payments: Payments,
  customerId: string,
  uid: string,
  usage: UsageRecord,
  before: UsageRecord,
): Promise<string | null> {
  const { runId, rows, billedAt } = usage;
  const answer = await payments.meter({ customerId, runId, rows, at: billedAt! });
  if (answer === "counted") return billedAt!;
  if (answer === "gone") return null;
  if (before.meterTries.length <= 1) return before.meterTries[0] ?? billedAt!;
  return (await findCounted(deps, payments, customerId, uid, usage)) ?? billedAt!;
}

/** When a report of more than a day ago was counted after all, null when the meter must be told again. */
async function countedBefore(
  deps: Parts,
  payments: Payments,
  customerId: string,
  uid: string,
  before: UsageRecord,
  now: Date,
): Promise<string | null> {
  const { meterFirstTriedAt } = before;
  const identifierHolds =
    meterFirstTriedAt === null || now.getTime() - Date.parse(meterFirstTriedAt) < identifierHoldsMs;
  return identifierHolds ? null : findCounted(deps, payments, customerId, uid, before);
}

/** The tried time in whose minute the meter holds this run's rows, as far as the account's other runs tell. */
async function findCounted(
  { billing }: Parts,
  payments: Payments,
  customerId: string,
  uid: string,
  { runId, meterTries, rows }: UsageRecord,
): Promise<string | null> {
  const uncertain = (await billing.unmetered(uid)).filter((other) => other.runId !== runId);
  for (const at of meterTries) {
    const [start, end] = [minuteOf(at), addMs(minuteOf(at), minuteMs)].map(toInstant);
    const [metered, known] = await Promise.all([
      payments.meteredRows(customerId, at),
      billing.meteredRows(uid, start!, end!),
    ]);
    const beside = uncertain.filter((other) =>
      other.meterTries.some((tried) => tried >= start! && tried < end!),
    );
    if (
      isAmong(
        rows,
        beside.map((other) => other.rows),
        metered - known,
      )
    )
      return at;
  }
  return null;
}

const minuteOf = (instant: string): Date => new Date(Math.floor(Date.parse(instant) / minuteMs) * minuteMs);

/**
 * Whether a run's rows are among those of a minute that no known report explains. Other runs may be uncertain in the same
 * minute: it is among them when it adds up with some of these, and is not when these add up without it. When nothing
 * adds up, so many rows are taken for its own, since rows counted twice would be the customer's loss.
 */
function isAmong(rows: number, others: readonly number[], unexplained: number): boolean {
  let sums = new Set([0]);
  for (const other of others.slice(0, mostUncertain))
    sums = new Set([...sums, ...[...sums].map((sum) => sum + other)]);
  if (sums.has(unexplained - rows)) return true;
  return !sums.has(unexplained) && unexplained >= rows;
}

/** Runs of one account within one minute, of which nobody knows whether they were counted. */
const mostUncertain = 12;

/** The record as it is before the meter is told. */
function tried(usage: UsageRecord, customer: Customer, now: Date): UsageRecord {
  const billedAt = billingTime(usage, customer, now);
  const { meterTries, meterAttempts } = usage;
  const pauseMs = Math.min(longestPauseMs, minuteMs * 2 ** Math.min(meterAttempts, 10));
  return {
    ...usage,
    billedAt,
    meterTries: meterTries.includes(billedAt) ? meterTries : [...meterTries, billedAt],
    meterFirstTriedAt: usage.meterFirstTriedAt ?? toInstant(now),
    meterAttempts: meterAttempts + 1,
    meterDueAt: toInstant(addMs(now, pauseMs)),
  };
}

/**
 * The time of the run, unless the invoice of its period is closed by now: then the rows fall into the present one. Without
 * a subscription the last invoice may have been closed as soon as the run was over.
 */
function billingTime({ billedAt, createdAt }: UsageRecord, { subscription }: Customer, now: Date): string {
  const at = billedAt ?? createdAt;
  const agoMs = (instant: string) => now.getTime() - Date.parse(instant);
  if (agoMs(at) > oldestMs) return toInstant(now);
  if (!subscription) return agoMs(at) > draftMs ? toInstant(now) : at;
  const { anchorAt } = subscription;
  // What lies before this subscription was for the last invoice of another one.
  const invoicedAt = at < anchorAt ? at : periodAt(anchorAt, new Date(at)).end;
  return agoMs(invoicedAt) > draftMs ? toInstant(now) : at;
}

const pageSize = 100;

/**
 * Reports what is still unmetered and due, of all tenants. A provider that does not answer makes each report long, so the
 * time is looked at after each; one at least has its turn. @returns how many were looked at
 */
export async function sweepUsage(deps: Parts, until: Date): Promise<number> {
  if (!deps.payments) return 0;
  for (let seen = 0; ;) {
    const due = await deps.billing.meterDue(toInstant(deps.clock.now()), pageSize);
    for (const { uid, runId } of due) {
      try {
        await reportUsage(deps, uid, runId);
      } catch (error) {
        deps.logger.warn("usage not metered", { uid, runId }, error);
      }
      seen++;
      if (deps.clock.now() >= until) return seen;
    }
    if (due.length < pageSize) return seen;
  }
}
