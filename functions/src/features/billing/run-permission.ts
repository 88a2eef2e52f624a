import { freeQuotaLimit, type BillingStatus } from "../../contract/billing.js";

/** The part of an account's billing state that decides whether it may run. */
export type BillingState = Pick<
  BillingStatus,
  "status" | "freeQuotaUsed" | "freeQuotaLimit" | "hasPaymentMethod"
>;

export type RunPermission = { canStartRun: boolean; requiresUpgrade: boolean };

/** An account that never ran: one free run. */
export const initialBilling: BillingState = {
  status: "active",
  freeQuotaUsed: 0,
  freeQuotaLimit,
  hasPaymentMethod: false,
};

/** A run may start while the state is neither exhausted nor failed, or when a payment method exists. */
export function runPermission({ status, hasPaymentMethod }: BillingState): RunPermission {
  const canStartRun = status === "active" || hasPaymentMethod;
  return { canStartRun, requiresUpgrade: !canStartRun };
}

/** The state after a run that ended with a report. Without a payment method it was a free one. */
export function afterBilledRun(state: BillingState): BillingState {
  if (state.hasPaymentMethod) return state;
  const freeQuotaUsed = state.freeQuotaUsed + 1;
  const isExhausted = freeQuotaUsed >= state.freeQuotaLimit && state.status === "active";
  return { ...state, freeQuotaUsed, status: isExhausted ? "free_quota_exhausted" : state.status };
}
