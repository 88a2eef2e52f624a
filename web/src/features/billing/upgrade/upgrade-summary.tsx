import { Box, chakra, Flex, Grid } from "@chakra-ui/react";
import type { BillingEstimate, BillingStatus } from "@contract/billing";
import { type BilledSchedule, monthlyCost } from "@contract/prices/check-usage";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SkeletonBar } from "@/components/states/skeleton";
import { SmallText, Caption, Subheading } from "@/components/ui/text";
import { billingEstimateQuery, billingSummaryQuery, usageQuery, usageRows } from "@/data/billing";
import { usePlan, type Plan } from "@/data/plan";
import { countOf, formatMoney, formatNumber } from "@/lib/format";
import { estimateSentence, monthlyEstimate } from "../plan-text";

type UpgradeSummaryProps = { billing: BillingStatus | undefined; wanted: BilledSchedule | null };

/** Two columns: billing so far, and what continuing would cost. */
export function UpgradeSummary({ billing, wanted }: UpgradeSummaryProps) {
  const usage = useQuery(usageQuery());
  const summary = useQuery(billingSummaryQuery());
  const { plan, name: planName } = usePlan();
  const lastRows = usageRows(usage.data?.[0]);
  const outstanding = summary.data?.outstanding;
  return (
    <Grid templateColumns={{ base: "1fr", sm: "1fr 1fr" }} borderWidth="1px" borderRadius="card">
      <Box p="4">
        <Subheading>Billing summary</Subheading>
        <chakra.dl mt="2" display="grid" rowGap="2">
          <Line
            label="Free runs used"
            value={billing ? `${billing.freeQuotaUsed} of ${billing.freeQuotaLimit}` : unknown}
          />
          <Line label="Rows in the last run" value={usage.data?.[0] ? formatNumber(lastRows) : unknown} />
          <Line
            label="Outstanding"
            value={outstanding ? formatMoney(outstanding.amount, outstanding.currency) : unknown}
          />
          <Line label="Payment method" value={billing?.hasPaymentMethod ? "On file" : "None"} />
        </chakra.dl>
      </Box>
      <Box p="4" borderStartWidth={{ base: "0", sm: "1px" }} borderTopWidth={{ base: "1px", sm: "0" }}>
        <Subheading>Cost estimate</Subheading>
        <CostEstimate rows={usage.data?.[0] && lastRows} {...{ plan, planName, wanted }} />
      </Box>
    </Grid>
  );
}

type CostEstimateProps = {
  /** Rows of the last run; undefined while unknown. */
  rows: number | undefined;
  plan: Plan;
  planName: string | undefined;
  wanted: BilledSchedule | null;
};

/**
 * The cost of a month of the active schedules and the wanted one or, without any, of as many rows as the last run had.
 */
function CostEstimate({ rows, plan, planName, wanted }: CostEstimateProps) {
  const scheduled = useQuery(billingEstimateQuery());
  if (scheduled.isPending) return <SkeletonBar width="60%" height="28px" mt="2" />;
  const { price, reason } = costText(scheduled.data, rows, plan, wanted);
  return (
    <>
      <Box mt="1">
        <chakra.span textStyle="figure">{price ?? unknown}</chakra.span>{" "}
        {price && (
          <chakra.span textStyle="small" color="fg.muted">
            per month
          </chakra.span>
        )}
      </Box>
      <SmallText mt="1.5" lineHeight="20px">
        {reason}
      </SmallText>
      {planName && (
        <Caption color="fg.subtle" mt="2">
          Plan: {planName}
        </Caption>
      )}
    </>
  );
}

/** How the estimate relates to the row count beside it. */
const likeLastRun = "if each run has as many rows as its setup's last one.";

/** Unknown usage has no price. */
function costText(
  scheduled: BillingEstimate | undefined,
  rows: number | undefined,
  plan: Plan,
  wanted: BilledSchedule | null,
) {
  if (wanted && scheduled?.monthlyRows !== null) {
    const others = scheduled?.monthlyRows ?? 0;
    const month = others + monthlyCost(plan.tiers, [wanted]).checks;
    return {
      price: monthlyEstimate(month, plan).total,
      reason: `For ${formatNumber(month)} rows a month on the schedule you chose${others > 0 ? " and the active ones" : ""}, ${likeLastRun}`,
    };
  }
  if (scheduled && scheduled.setups.length > 0) {
    const { setups, monthlyRows, monthlyCost, currency } = scheduled;
    if (monthlyRows === null || monthlyCost === null)
      return { price: null, reason: "Your schedules can be priced after the first schema sync." };
    const isBound = setups.some(({ basis }) => basis === "at-most");
    const schedules = countOf(setups.length, "active schedule");
    return {
      price: formatMoney(monthlyCost, currency),
      reason: isBound
        ? `For at most ${formatNumber(monthlyRows)} rows a month on your ${schedules}. Setups that haven't run yet count with the most rows they can have.`
        : `For ${formatNumber(monthlyRows)} rows a month on your ${schedules}, ${likeLastRun}`,
    };
  }
  if (rows === undefined) return { price: null, reason: "You'll see an estimate after your first run." };
  const daily = monthlyCost(plan.tiers, [{ cron: "0 9 * * *", includeWeekends: true, checks: rows }]);
  return {
    price: monthlyEstimate(rows, plan).total,
    reason: `${estimateSentence(rows, plan)} Run daily, it would be ${formatMoney(daily.cents, plan.currency)} a month.`,
  };
}

const unknown = "—";

const Line = ({ label, value }: { label: string; value: ReactNode }) => (
  <Flex justify="space-between" gap="3" textStyle="small">
    <chakra.dt color="fg.muted">{label}</chakra.dt>
    <chakra.dd>{value}</chakra.dd>
  </Flex>
);
