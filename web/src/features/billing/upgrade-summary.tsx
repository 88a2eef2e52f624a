import { Box, chakra, Flex, Grid, Heading } from "@chakra-ui/react";
import type { BillingStatus } from "@contract/billing";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { billingSummaryQuery, usageQuery, usageRows } from "@/data/billing";
import { usePlan, type Plan } from "@/data/plan";
import { formatMoney, formatNumber } from "@/lib/format";
import { estimateOf } from "./estimate";
import { estimateSentence } from "./plan-text";

/** Two columns: where the account stands, and what going on would cost. */
export function UpgradeSummary({ billing }: { billing: BillingStatus | undefined }) {
  const usage = useQuery(usageQuery(1));
  const summary = useQuery(billingSummaryQuery());
  const { plan, name: planName } = usePlan();
  const lastRows = usageRows(usage.data?.[0]);
  const outstanding = summary.data?.outstanding;
  return (
    <Grid
      templateColumns={{ base: "1fr", sm: "1fr 1fr" }}
      borderWidth="1px"
      borderColor="border"
      borderRadius="card"
    >
      <Box p="4">
        <PartTitle>Billing summary</PartTitle>
        <chakra.dl mt="2" display="grid" rowGap="2">
          <Line
            label="Free runs used"
            value={billing ? `${billing.freeQuotaUsed} of ${billing.freeQuotaLimit}` : unknown}
          />
          <Line label="Rows in the last run" value={usage.data ? formatNumber(lastRows) : unknown} />
          <Line
            label="Outstanding"
            value={outstanding ? formatMoney(outstanding.amount, outstanding.currency) : unknown}
          />
          <Line label="Payment method" value={billing?.hasPaymentMethod ? "On file" : "None"} />
        </chakra.dl>
      </Box>
      <Box
        p="4"
        borderColor="border"
        borderStartWidth={{ base: "0", sm: "1px" }}
        borderTopWidth={{ base: "1px", sm: "0" }}
      >
        <PartTitle>Cost estimate</PartTitle>
        <CostEstimate rows={lastRows} plan={plan} planName={planName} />
      </Box>
    </Grid>
  );
}

type CostEstimateProps = { rows: number; plan: Plan; planName: string | undefined };

function CostEstimate({ rows, plan, planName }: CostEstimateProps) {
  return (
    <>
      <Box mt="1">
        <chakra.span textStyle="figure">{estimateOf(rows, plan).total}</chakra.span>{" "}
        <chakra.span textStyle="small" color="fg.muted">
          per month
        </chakra.span>
      </Box>
      <Box textStyle="small" color="fg.muted" mt="1.5" lineHeight="20px">
        {estimateSentence(rows, plan)}
      </Box>
      {planName && (
        <Box textStyle="label" fontWeight="400" color="fg.subtle" mt="2">
          Plan: {planName}
        </Box>
      )}
    </>
  );
}

const unknown = "—";

const PartTitle = ({ children }: { children: string }) => (
  <Heading as="h3" textStyle="cardSubtitle">
    {children}
  </Heading>
);

const Line = ({ label, value }: { label: string; value: ReactNode }) => (
  <Flex justify="space-between" gap="3" textStyle="small">
    <chakra.dt color="fg.muted">{label}</chakra.dt>
    <chakra.dd>{value}</chakra.dd>
  </Flex>
);
