import type { BillingStatus, UsageEntry } from "@contract/billing";
import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { pollMs, reload } from "@/lib/query-client";
import { keys, monthlyCostKey } from "./keys";

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

export const usageQuery = () =>
  queryOptions({
    queryKey: [...keys.billing, "usage"],
    queryFn: () => callApi("listUsage", { query: { limit: 1 } }),
    refetchInterval: pollMs.usage,
  });

export const pricingQuery = () =>
  queryOptions({ queryKey: [...keys.billing, "pricing"], queryFn: () => callApi("getPricing") });

export const billingSummaryQuery = () =>
  queryOptions({ queryKey: [...keys.billing, "summary"], queryFn: () => callApi("getBillingSummary") });

/** The estimated cost of the active schedules in an average month. */
export const billingEstimateQuery = () =>
  queryOptions({ queryKey: monthlyCostKey, queryFn: () => callApi("getBillingEstimate") });

/** Fetched before every start, never read from the cache. */
export const runPermissionQuery = () =>
  queryOptions({
    queryKey: [...keys.billing, "run-permission"],
    queryFn: () => callApi("getRunPermission"),
    staleTime: 0,
  });

/** True if the free run is used or a payment failed, and there is no payment method: no run can start. */
export const requiresUpgrade = ({ status, hasPaymentMethod }: BillingStatus): boolean =>
  (status === "free_quota_exhausted" || status === "payment_failed") && !hasPaymentMethod;

/**
 * Refetches all billing data, including run permission and usage, which may not be on screen. A failed
 * request is ignored: the change itself has succeeded, and the next start asks again.
 */
export async function refreshBilling(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    reload(queryClient, keys.billing),
    queryClient.fetchQuery(runPermissionQuery()).catch(() => null),
    queryClient.fetchQuery({ ...usageQuery(), staleTime: 0 }).catch(() => null),
  ]);
}

/** Changes the plan and refetches all billing data. */
function useBillingChange<T, R>(mutationFn: (input: T) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => refreshBilling(queryClient) });
}

/** Cancels the subscription at the end of its period. */
export const useCancelBilling = () => useBillingChange(() => callApi("cancelBilling"));

/** Sets the maximum cost of a billing period, in cents; null removes the limit. */
export const useSetSpendingLimit = () =>
  useBillingChange((spendingLimitCents: number | null) =>
    callApi("setSpendingLimit", { body: { spendingLimitCents } }),
  );

/** Resumes a canceled plan that has not ended. */
export const useResumeBilling = () => useBillingChange(() => callApi("resumeBilling"));

/** Billable checks of a run: a number, or numeric text in older entries. */
export const usageRows = (
  entry: Partial<Pick<UsageEntry, "csvRowCount" | "csvRowCountInt">> | undefined,
): number => entry?.csvRowCountInt ?? (Number(entry?.csvRowCount) || 0);
