import { blockedTexts } from "@contract/billing";
import { useQuery } from "@tanstack/react-query";
import { Notice } from "@/components/states/notice";
import {
  billingConfigQuery,
  billingEstimateQuery,
  billingStatusQuery,
  billingSummaryQuery,
  pricingQuery,
} from "@/data/billing";
import { planFromPricing } from "@/data/plan";
import { messages } from "@/lib/messages";
import { includedRows } from "../plan-text";
import { BillingError } from "./billing-error";
import { BillingSkeleton } from "./billing-skeleton";
import { PaymentHistoryCard } from "./payment-history-card";
import { planTiers } from "./plan-tiers";
import { SpendingLimitCard } from "./spending-limit-card";
import { UsageCard } from "./usage-card";

/** Billing and usage on the settings page. */
export function BillingSection() {
  const status = useQuery(billingStatusQuery());
  const summary = useQuery(billingSummaryQuery());
  const config = useQuery(billingConfigQuery());
  const estimate = useQuery(billingEstimateQuery());
  const isAvailable = config.data?.stripeAvailable ?? false;
  const pricing = useQuery({ ...pricingQuery(), enabled: isAvailable });

  const failed = [status, summary, config, pricing].find((query) => query.isError);
  if (failed)
    return (
      <BillingError
        error={failed.error}
        onRetry={() =>
          Promise.all(
            [status, summary, config, pricing]
              .filter(({ isError }) => isError)
              .map((query) => query.refetch()),
          )
        }
      />
    );
  if (!status.data || !summary.data || !config.data || (isAvailable && !pricing.data))
    return <BillingSkeleton />;
  const plan = planFromPricing(pricing.data?.pricing);
  return (
    <>
      {!isAvailable && (
        <Notice tone="info" title={messages.payment.unavailableTitle}>
          {messages.payment.unavailable}
        </Notice>
      )}
      {status.data.blockedBy && (
        <Notice tone="warning" title="Runs are stopped">
          {blockedTexts[status.data.blockedBy].text}
        </Notice>
      )}
      <UsageCard
        billing={status.data}
        summary={summary.data}
        forecast={estimate.data?.forecast ?? null}
        tiers={planTiers(plan, summary.data.usage)}
        includedRows={includedRows(plan)?.upTo ?? null}
      />
      {status.data.hasPaymentMethod && (
        <SpendingLimitCard
          key={status.data.spendingLimitCents}
          billing={status.data}
          usage={summary.data.usage}
          plan={plan}
        />
      )}
      <PaymentHistoryCard payments={summary.data.paymentHistory} />
    </>
  );
}
