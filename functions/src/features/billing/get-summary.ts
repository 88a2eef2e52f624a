import type { BillingSummary } from "../../contract/billing.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { tierCosts, totalCents, type TierCost } from "../../contract/prices/tier-costs.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Payment } from "./account/billing-event.js";
import { currentPeriod } from "./get-status.js";
import { planPrice } from "./plan-price.js";

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
