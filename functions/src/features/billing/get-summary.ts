import type { BillingSummary } from "../../contract/billing.js";
import { tierCosts, totalCents, type TierCost } from "../../contract/tier-costs.js";
import type { Dependencies } from "../dependencies.js";
import type { Payment } from "./billing-event.js";
import { currentPeriod } from "./get-status.js";
import { planPrice } from "./plan-price.js";

const shownPayments = 24;

/**
 * Usage of the period and what it will cost: the amount, to the cent, that the invoice would have if the period ended
 * now. Without a subscription nothing is due.
 */
export async function getBillingSummary(
  deps: Pick<Dependencies, "billing" | "payments" | "clock" | "logger">,
  uid: string,
): Promise<BillingSummary> {
  const { billing } = deps;
  const account = await billing.account(uid);
  const period = currentPeriod(deps, account);
  const [price, totalRows, periodRows, payments, unpaid] = await Promise.all([
    planPrice(deps, account),
    billing.totalRows(uid),
    period && billing.billedRows(uid, period.start),
    billing.payments(uid, shownPayments),
    billing.unpaid(uid),
  ]);
  const currentRows = periodRows ?? totalRows;
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
    paymentHistory: payments.map(toHistory),
  };
}

const count = (rows: number) => rows.toLocaleString("en-US");

const tierName = ({ from, upTo }: Pick<TierCost, "from" | "upTo">): string => {
  if (from === 1) return upTo === null ? "All rows" : `First ${count(upTo)} rows`;
  return upTo === null ? `Over ${count(from - 1)} rows` : `Rows ${count(from)} to ${count(upTo)}`;
};

const toHistory = ({ id, amount, currency, createdAt, status }: Payment) => ({
  id,
  amount,
  currency,
  created: createdAt,
  status,
});
