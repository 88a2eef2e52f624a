import { z } from "zod";
import type { BillingStatus, BlockedBy } from "../../../contract/billing.js";
import { periodAt } from "./billing-period.js";

/** What else can block runs, besides the billing status. */
export const billingLimitsSchema = z.object({
  /** Start of the subscription's first period; null without a subscription. */
  anchorAt: z.string().nullable(),
  /** The subscription is unpaid, paused or incomplete. */
  isHalted: z.boolean(),
  /** Stripe gave up on collecting an invoice, of this subscription or an ended one. */
  isOverdue: z.boolean(),
  hasPaidInvoice: z.boolean(),
  /**
   * The limit in cents that the owner set, the rows per period that it allows, and the rows that cost 80% of
   * it.
   */
  spendingLimit: z
    .object({ cents: z.number().int(), rows: z.number().int(), warnedFromRows: z.number().int() })
    .nullable(),
  /** Billed rows of the period that began at `start`. */
  period: z.object({ start: z.string(), rows: z.number().int(), isWarned: z.boolean() }).nullable(),
  /** Export bytes that the workspace's runs read before it had a payment method. */
  freeBytes: z.number().int(),
});
export type BillingLimits = z.infer<typeof billingLimitsSchema>;

export const newBillingLimits: BillingLimits = {
  anchorAt: null,
  isHalted: false,
  isOverdue: false,
  hasPaidInvoice: false,
  spendingLimit: null,
  period: null,
  freeBytes: 0,
};

/**
 * Billed checks per period until the first invoice is paid: until then, the card may turn out not to work.
 */
export const rowsBeforeFirstPayment = 100_000;

/**
 * The most bytes that runs of a workspace without a payment method may read, including canceled and failed
 * runs.
 */
export const freeBytesLimit = 20e9;

/** Billed rows of the current period. */
export function periodRows({ anchorAt, period }: BillingLimits, now: Date): number {
  if (anchorAt === null || period === null) return 0;
  return periodAt(anchorAt, now).start === period.start ? period.rows : 0;
}

/**
 * Why the workspace may not start a run; null if it may. Of several reasons, returns the one to fix first.
 */
export function blockedBy(
  {
    status,
    hasPaymentMethod,
    limits,
  }: Pick<BillingStatus, "status" | "hasPaymentMethod"> & { limits: BillingLimits },
  now: Date,
): BlockedBy | null {
  if (limits.isOverdue) return "invoice-overdue";
  if (hasPaymentMethod) {
    if (limits.isHalted) return "subscription-inactive";
    const rows = periodRows(limits, now);
    if (limits.spendingLimit && rows >= limits.spendingLimit.rows) return "spending-limit";
    return !limits.hasPaidInvoice && rows >= rowsBeforeFirstPayment ? "first-payment" : null;
  }
  if (status === "payment_failed") return "payment-failed";
  if (status === "free_quota_exhausted") return "free-run-used";
  return limits.freeBytes >= freeBytesLimit ? "free-data-used" : null;
}

/**
 * The limits after a run with billed rows. `isWarning`: warn the owners that the limit is near or reached.
 */
export function afterBilledRows(
  limits: BillingLimits,
  rows: number,
  now: Date,
): { limits: BillingLimits; isWarning: boolean } {
  if (limits.anchorAt === null || rows === 0) return { limits, isWarning: false };
  const { start } = periodAt(limits.anchorAt, now);
  const isSame = limits.period?.start === start;
  const total = (isSame ? limits.period!.rows : 0) + rows;
  const wasWarned = isSame && limits.period!.isWarned;
  const limit = limits.spendingLimit;
  const isWarning = !wasWarned && limit !== null && total >= limit.warnedFromRows;
  return {
    limits: { ...limits, period: { start, rows: total, isWarned: wasWarned || isWarning } },
    isWarning,
  };
}
