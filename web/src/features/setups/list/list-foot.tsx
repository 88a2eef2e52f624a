import { Flex } from "@chakra-ui/react";
import type { BillingEstimate } from "@contract/billing";
import { RunTickKey } from "@/components/charts/run-ticks";
import { cardRow } from "@/components/layout/card";
import { SmallText, Strong } from "@/components/ui/text";
import { formatPerRow, includedRows, usePlan } from "@/data/plan";
import { countOf, formatMoney, formatNumber } from "@/lib/format";

/** What the ticks mean, and what all schedules cost together. */
export const ListFoot = ({ estimate }: { estimate: BillingEstimate | undefined }) => (
  <Flex {...cardRow} py="3" gap="3" wrap="wrap" align="center" justify="space-between" bg="bg.subtle">
    <RunTickKey />
    <SmallText minH="20px">{estimate && <Total estimate={estimate} />}</SmallText>
  </Flex>
);

function Total({ estimate: { setups, monthlyRows, monthlyCost, currency } }: { estimate: BillingEstimate }) {
  const { plan } = usePlan();
  const base = includedRows(plan);
  if (monthlyRows === null || monthlyCost === null)
    return "Your schedules can be priced after the first schema sync.";
  const atMost = setups.some(({ basis }) => basis === "at-most") ? "at most " : "";
  return (
    <>
      All schedules together: {atMost}
      {countOf(monthlyRows, "billable check")}, <Strong>{formatMoney(monthlyCost, currency)} a month</Strong>.
      {base &&
        ` The first ${formatNumber(base.upTo)} are in the ${formatMoney(base.flatCents, plan.currency)}, then ${formatPerRow(plan.tiers[1]?.unitCents ?? "0", plan.currency)} each.`}
    </>
  );
}
