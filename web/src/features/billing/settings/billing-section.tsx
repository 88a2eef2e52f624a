import { blockedTexts } from "@contract/billing";
import { useQuery } from "@tanstack/react-query";
import { Notice, RetryButton } from "@/components/states/notice";
import {
  billingConfigQuery,
  billingEstimateQuery,
  billingStatusQuery,
  billingSummaryQuery,
  pricingQuery,
} from "@/data/billing";
import { includedRows, planFromPricing } from "@/data/plan";
import { messages } from "@/lib/messages";
import { PaymentHistoryCard } from "./payment-history-card";
import { planTiers } from "./plan-tiers";
import { SpendingLimitCard } from "./spending-limit-card";
import { UsageCard } from "./usage-card";
import { LinkButton } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { ApiError } from "@/lib/api-error";
import { Box, Grid, Stack } from "@chakra-ui/react";
import { SkeletonBar, SkeletonBox, Skeletons, SkeletonTable } from "@/components/states/skeleton";
import { cardRow } from "@/components/layout/card";

/** Billing and usage on the settings page. */
export function BillingSection() {
  const status = useQuery(billingStatusQuery());
  const summary = useQuery(billingSummaryQuery());
  const config = useQuery(billingConfigQuery());
  const estimate = useQuery(billingEstimateQuery());
  const isAvailable = config.data?.stripeAvailable ?? false;
  const pricing = useQuery({ ...pricingQuery(), enabled: isAvailable });

  const failed = [status, summary, config, pricing].find((query) => query.isLoadingError);
  if (failed)
    return (
      <BillingError
        error={failed.error}
        onRetry={() =>
          Promise.all(
            [status, summary, config, pricing]
              .filter(({ isLoadingError }) => isLoadingError)
              .map((query) => query.refetch()),
          )
        }
      />
    );
  if (!status.data || !summary.data || !config.data || (isAvailable && !pricing.data))
    return <BillingSkeleton />;
  const plan = planFromPricing(pricing.data?.pricing);
  const forecast = estimate.data?.forecast ?? null;
  return (
    <>
      {!isAvailable && (
        <Notice tone="info" title={messages.payment.unavailable.title}>
          {messages.payment.unavailable.description}
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
        forecast={forecast}
        tiers={planTiers(plan, summary.data.usage)}
        includedRows={includedRows(plan)?.upTo ?? null}
      />
      {status.data.hasPaymentMethod && (
        <SpendingLimitCard
          key={status.data.spendingLimitCents}
          billing={status.data}
          usage={summary.data.usage}
          forecast={forecast}
          plan={plan}
        />
      )}
      <PaymentHistoryCard payments={summary.data.paymentHistory} />
    </>
  );
}

/** Shown when billing can't be loaded: a login link for a 401, otherwise a retry. */
function BillingError({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { billing } = messages;
  if (isUnauthenticated(error))
    return (
      <Notice
        tone="locked"
        title={billing.authenticationTitle}
        action={
          <LinkButton to={paths.login} size="xs">
            Log In
          </LinkButton>
        }
      >
        {billing.authentication}
      </Notice>
    );
  return (
    <Notice
      tone="alert"
      title={billing.unavailableTitle}
      action={<RetryButton onRetry={() => void onRetry()} />}
    >
      {billing.unavailable}
    </Notice>
  );
}

const isUnauthenticated = (error: unknown): boolean =>
  (error instanceof ApiError && error.status === 401) ||
  (error instanceof Error && error.message === messages.notAuthenticated);

/** Boxes in the shape of the two billing cards: title, three figures, the bar and the tiers; then payments. */
const BillingSkeleton = () => (
  <Skeletons label="Loading billing">
    <Stack gap="4">
      <SkeletonBox>
        <Box px={{ base: "4", sm: "5" }} py="4">
          <SkeletonBar width="140px" height="20px" />
          <SkeletonBar hideFrom="sm" height="36px" mt="3" />
        </Box>
        <Grid templateColumns={{ base: "1fr", sm: "repeat(3, 1fr)" }}>
          {["Rows", "Cost", "Outstanding"].map((figure) => (
            <Box key={figure} {...cardRow} height="102px" py="4">
              <SkeletonBar width="40%" />
              <SkeletonBar width="55%" height="24px" mt="2" />
            </Box>
          ))}
        </Grid>
        <Box {...cardRow} height="72px" py="5">
          <SkeletonBar />
        </Box>
        <SkeletonTable rows={2} isFramed={false} />
      </SkeletonBox>
      <SkeletonTable hasTitle hasHead={false} rows={1} />
    </Stack>
  </Skeletons>
);
