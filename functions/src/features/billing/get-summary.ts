import type { BillingSummary, BillingStatus } from "../../contract/billing.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { tierCosts, totalCents, type TierCost } from "../../contract/prices/tier-costs.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Payment } from "./account/billing-event.js";
import { planPrice } from "./plan-price.js";
import type { BillingAccount } from "./account/billing-account.js";
import { blockedBy } from "./account/billing-limits.js";
import { periodAt, type Period } from "./account/billing-period.js";

const shownPayments = 24;

/**
 * Usage and cost of the current period. The cost is exactly what the invoice would be if the period ended
 * now. Without a subscription, both are 0.
 */
export async function getBillingSummary(
  deps: Pick<Dependencies, "billing" | "payments" | "clock" | "logger">,
  workspaceId: WorkspaceId,
): Promise<BillingSummary> {
  const { billing } = deps;
  const account = await billing.account(workspaceId);
  const period = currentPeriod(deps, account);
  const [price, totalRows, periodRows, payments, unpaid] = await Promise.all([
    planPrice(deps, account),
    billing.totalRows(workspaceId),
    period && billing.billedRows(workspaceId, period.start),
    billing.payments(workspaceId, shownPayments),
    billing.unpaid(workspaceId),
  ]);
  const currentRows = periodRows ?? 0;
  const costs = account.customer.subscription ? tierCosts(price.tiers, currentRows) : [];
  return {
    usage: {
      currentPeriodRows: currentRows,
      totalRows,
      period,
      estimatedCost: totalCents(costs),
      currency: price.currency,
      breakdown: costs.map(({ rows, cents, tier, ...range }) => ({
        tier: tierName(range),
        usage: rows,
        unitAmount: Number(tier.unitCents),
        cost: cents,
      })),
    },
    outstanding: {
      amount: unpaid.reduce((sum, { amount }) => sum + amount, 0),
      currency: unpaid[0]?.currency ?? price.currency,
    },
    card: account.customer.card,
    paymentHistory: payments.map(toHistory),
  };
}

const count = (rows: number) => rows.toLocaleString("en-US");

const tierName = ({ from, upTo }: Pick<TierCost, "from" | "upTo">): string => {
  if (from === 1) return upTo === null ? "All rows" : `First ${count(upTo)} rows`;
  return upTo === null ? `Over ${count(from - 1)} rows` : `Rows ${count(from)} to ${count(upTo)}`;
};

const toHistory = ({ id, amount, currency, createdAt, status, url }: Payment) => ({
  id,
  amount,
  currency,
  created: createdAt,
  status,
  invoiceUrl: url,
});

type Deps = Pick<Dependencies, "billing" | "clock">;

/** The billing status, free quota, payment method, and rows of the current period. */
export async function getBillingStatus(deps: Deps, workspaceId: WorkspaceId): Promise<BillingStatus> {
  const account = await deps.billing.account(workspaceId);
  const { status, freeQuotaUsed, freeQuotaLimit, hasPaymentMethod } = account.billing;
  return {
    status,
    freeQuotaUsed,
    freeQuotaLimit,
    hasPaymentMethod,
    totalUsage: await currentPeriodRows(deps, workspaceId, account),
    cancelAt: account.customer.subscription?.cancelAt ?? null,
    blockedBy: blockedBy(account.billing, deps.clock.now()),
    spendingLimitCents: account.billing.limits.spendingLimit?.cents ?? null,
  };
}

/** The current billing period; null without a subscription. */
export const currentPeriod = (
  { clock }: Pick<Deps, "clock">,
  { customer: { subscription } }: BillingAccount,
): Period | null => subscription && periodAt(subscription.anchorAt, clock.now());

/** Rows billed in the current period; without a subscription, the rows of all runs. */
function currentPeriodRows(deps: Deps, workspaceId: WorkspaceId, account: BillingAccount): Promise<number> {
  const period = currentPeriod(deps, account);
  return period ? deps.billing.billedRows(workspaceId, period.start) : deps.billing.totalRows(workspaceId);
}
