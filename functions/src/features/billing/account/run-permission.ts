import {
  blockedTexts,
  freeQuotaLimit,
  type BillingStatus,
  type BlockedBy,
} from "../../../contract/billing.js";
import { blockedBy, newBillingLimits, type BillingLimits } from "./billing-limits.js";

/** The billing fields that decide whether the account may start a run. */
export type BillingState = Pick<
  BillingStatus,
  "status" | "freeQuotaUsed" | "freeQuotaLimit" | "hasPaymentMethod"
> & { limits: BillingLimits };

export type RunPermission = { canStartRun: boolean; requiresUpgrade: boolean; blockedBy: BlockedBy | null };

/** A new account: one free run, no payment method. */
export const initialBilling: BillingState = {
  status: "active",
  freeQuotaUsed: 0,
  freeQuotaLimit,
  hasPaymentMethod: false,
  limits: newBillingLimits,
};

/**
 * Whether a run may start: the status is `active` or the account has a payment method, and nothing else
 * blocks it.
 */
export function runPermission(state: BillingState, now: Date): RunPermission {
  const blocked = blockedBy(state, now);
  return {
    canStartRun: blocked === null,
    requiresUpgrade: blocked !== null && blockedTexts[blocked].needsUpgrade,
    blockedBy: blocked,
  };
}

/** Whether the next run that produces a report is free. The first one is, even for paying accounts. */
export const hasFreeRun = ({ freeQuotaUsed, freeQuotaLimit }: BillingState): boolean =>
  freeQuotaUsed < freeQuotaLimit;

/** The billing state after a run that produced a report. */
export function afterBilledRun(state: BillingState): BillingState {
  if (!hasFreeRun(state)) return state;
  const used = { ...state, freeQuotaUsed: state.freeQuotaUsed + 1 };
  const isExhausted = !hasFreeRun(used) && !used.hasPaymentMethod && used.status === "active";
  return { ...used, status: isExhausted ? "free_quota_exhausted" : used.status };
}
