import type { BillingStatus } from "@contract/billing";
import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { pollMs } from "@/lib/query-client";
import { keys } from "./keys";

export const billingStatusQuery = () =>
  queryOptions({
    queryKey: [...keys.billing, "status"],
    queryFn: () => callApi("getBillingStatus"),
    refetchInterval: pollMs.billingStatus,
  });

export const billingConfigQuery = () =>
  queryOptions({
    queryKey: [...keys.billing, "config"],
    queryFn: () => callApi("getBillingConfig"),
    refetchInterval: pollMs.billingConfig,
  });

export const usageQuery = (limit: number) =>
  queryOptions({
    queryKey: [...keys.billing, "usage", limit],
    queryFn: () => callApi("listUsage", { query: { limit } }),
    refetchInterval: pollMs.usage,
  });

export const pricingQuery = () =>
  queryOptions({ queryKey: [...keys.billing, "pricing"], queryFn: () => callApi("getPricing") });

export const billingSummaryQuery = () =>
  queryOptions({ queryKey: [...keys.billing, "summary"], queryFn: () => callApi("getBillingSummary") });

/** Asked anew before every start, so never answered from the cache. */
export const runPermissionQuery = () =>
  queryOptions({
    queryKey: [...keys.billing, "run-permission"],
    queryFn: () => callApi("getRunPermission"),
    staleTime: 0,
  });

type PaymentState = Pick<BillingStatus, "status" | "hasPaymentMethod">;

const isBlocked = ({ status }: PaymentState) =>
  status === "free_quota_exhausted" || status === "payment_failed";
/** A run can start unless the free quota is exhausted or a payment failed, or if a payment method exists. */
export const canStartRun = (billing: PaymentState): boolean =>
  !isBlocked(billing) || billing.hasPaymentMethod;
export const requiresUpgrade = (billing: PaymentState): boolean =>
  isBlocked(billing) && !billing.hasPaymentMethod;
