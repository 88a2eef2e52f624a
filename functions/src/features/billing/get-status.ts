import type { BillingStatus } from "../../contract/billing.js";
import type { Dependencies } from "../dependencies.js";
import type { BillingAccount } from "./billing-account.js";
import { periodAt, type Period } from "./billing-period.js";

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

/** The subscription's period that runs; null without a subscription, which is what has periods. */
export const currentPeriod = (
  { clock }: Pick<Parts, "clock">,
  { customer: { subscription } }: BillingAccount,
): Period | null => subscription && periodAt(subscription.anchorAt, clock.now());

/** Rows billed in the current period; without periods all rows ever. */
function currentPeriodRows(deps: Parts, uid: string, account: BillingAccount): Promise<number> {
  const period = currentPeriod(deps, account);
  return period ? deps.billing.billedRows(uid, period.start) : deps.billing.totalRows(uid);
}
