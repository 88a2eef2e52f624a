import type { BillingStatus } from "../../contract/billing.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { BillingAccount } from "./account/billing-account.js";
import { blockedBy } from "./account/billing-limits.js";
import { periodAt, type Period } from "./account/billing-period.js";

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
