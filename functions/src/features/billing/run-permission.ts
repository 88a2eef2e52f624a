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

/** Whether the next run that ends with a report is covered by the free quota, paying or not. */
export const hasFreeRun = ({ freeQuotaUsed, freeQuotaLimit }: BillingState): boolean =>
  freeQuotaUsed < freeQuotaLimit;

/** The state after a run that ended with a report: the first ones use the free quota. */
export function afterBilledRun(state: BillingState): BillingState {
  if (!hasFreeRun(state)) return state;
  const used = { ...state, freeQuotaUsed: state.freeQuotaUsed + 1 };
  const isExhausted = !hasFreeRun(used) && !used.hasPaymentMethod && used.status === "active";
  return { ...used, status: isExhausted ? "free_quota_exhausted" : used.status };
}
