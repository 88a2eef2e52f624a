import { freeQuotaLimit, type BillingStatus } from "../../../contract/billing.js";

/** The billing fields that decide whether the account may start a run. */
export type BillingState = Pick<
  BillingStatus,
  "status" | "freeQuotaUsed" | "freeQuotaLimit" | "hasPaymentMethod"
>;

export type RunPermission = { canStartRun: boolean; requiresUpgrade: boolean };

/** A new account: one free run, no payment method. */
export const initialBilling: BillingState = {
  status: "active",
  freeQuotaUsed: 0,
  freeQuotaLimit,
  hasPaymentMethod: false,
};

/** A run may start while the status is `active`, or whenever the account has a payment method. */
export function runPermission({ status, hasPaymentMethod }: BillingState): RunPermission {
  const canStartRun = status === "active" || hasPaymentMethod;
  return { canStartRun, requiresUpgrade: !canStartRun };
}

/** Whether the next run that produces a report is free. The first one is, for paying accounts too. */
export const hasFreeRun = ({ freeQuotaUsed, freeQuotaLimit }: BillingState): boolean =>
  freeQuotaUsed < freeQuotaLimit;

/** The billing state after a run that produced a report. */
export function afterBilledRun(state: BillingState): BillingState {
  if (!hasFreeRun(state)) return state;
  const used = { ...state, freeQuotaUsed: state.freeQuotaUsed + 1 };
  const isExhausted = !hasFreeRun(used) && !used.hasPaymentMethod && used.status === "active";
  return { ...used, status: isExhausted ? "free_quota_exhausted" : used.status };
}
