import type { BillingStatus } from "../../contract/billing.js";
import type { Dependencies } from "../dependencies.js";
import type { BillingAccount } from "./billing-account.js";
import { periodAt } from "./billing-period.js";

type Parts = Pick<Dependencies, "billing" | "clock">;

/** Plan state, free quota, payment method, and the rows of the current period. */
export async function getBillingStatus(deps: Parts, uid: string): Promise<BillingStatus> {
  const account = await deps.billing.account(uid);
  const { status, freeQuotaUsed, freeQuotaLimit, hasPaymentMethod } = account.billing;
  return {
    status,
    freeQuotaUsed,
    freeQuotaLimit,
    hasPaymentMethod,
    totalUsage: await currentPeriodRows(deps, uid, account),
    cancelAt: account.customer.subscription?.cancelAt ?? null,
  };
}

/** Rows billed in the subscription's period; without a subscription there are no periods: all rows ever. */
export function currentPeriodRows(
  { billing, clock }: Parts,
  uid: string,
  { customer: { subscription } }: BillingAccount,
): Promise<number> {
  if (!subscription) return billing.totalRows(uid);
  return billing.billedRows(uid, periodAt(subscription.anchorAt, clock.now()).start);
}
