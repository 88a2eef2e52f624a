import type { BillingStatus, UsageEntry } from "@contract/billing";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
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

/** The free quota is exhausted or a payment failed, and there is no payment method: no run can start. */
export const requiresUpgrade = ({ status, hasPaymentMethod }: BillingStatus): boolean =>
  (status === "free_quota_exhausted" || status === "payment_failed") && !hasPaymentMethod;

/** Cancels the subscription at the end of its period; everything about billing is read again. */
export function useCancelBilling() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi("cancelBilling"),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.billing }),
  });
}

/** Rows a run processed: a number, in older entries numeric text. */
export const usageRows = (
  entry: Partial<Pick<UsageEntry, "csvRowCount" | "csvRowCountInt">> | undefined,
): number => entry?.csvRowCountInt ?? (Number(entry?.csvRowCount) || 0);
