import { Box, chakra, Flex, Grid, HStack } from "@chakra-ui/react";
import type { BillingEstimate, BillingStatus, BillingSummary } from "@contract/billing";
import type { ReactNode } from "react";
import { Card, CardHeader, cardRow } from "@/components/layout/card";
import { DataTable, type Column } from "@/components/layout/data-table";
import { SmallText } from "@/components/ui/text";
import { formatDate, formatMoney, formatNumber, formatPeriod } from "@/lib/format";
import { CardLine } from "./card-line";
import { PlanAction, PlanBadge } from "./plan-state";
import type { TierLine } from "./plan-tiers";
import { lastInstantOf } from "../plan-text";

type UsageCardProps = {
  billing: BillingStatus;
  summary: BillingSummary;
  /** Rows and cost at the end of the period; null if unknown. */
  forecast: BillingEstimate["forecast"];
  tiers: readonly TierLine[];
  /** Rows covered by the flat fee; null for a plan without one. */
  includedRows: number | null;
};

/** Usage, estimated cost and outstanding amount, then the same by tier. */
export function UsageCard({
  billing,
  summary: { usage, outstanding, card },
  forecast,
  tiers,
  includedRows,
}: UsageCardProps) {
  return (
    <Card overflow="hidden">
      <CardHeader
        title="Billing and usage"
        badge={<PlanBadge billing={billing} />}
        actions={<PlanAction billing={billing} />}
        hasWideActions
      />
      <Grid templateColumns={{ base: "1fr", sm: "repeat(3, 1fr)" }}>
        <Figure label="Rows this period" value={formatNumber(usage.currentPeriodRows)}>
          {usage.period && `${formatPeriod(usage.period)}; `}
          {formatNumber(usage.totalRows)} in total
        </Figure>
        <Figure label="Estimated cost" value={formatMoney(usage.estimatedCost, usage.currency)}>
          {forecast && usage.period
            ? `${formatMoney(forecast.cents, usage.currency)} by ${formatDate(lastInstantOf(usage.period))} with your schedules, before tax`
            : `${usage.currency.toUpperCase()}, before tax`}
        </Figure>
        <Figure label="Outstanding" value={formatMoney(outstanding.amount, outstanding.currency)}>
          {nextInvoice(billing, usage.period)}
        </Figure>
      </Grid>
      {card && <CardLine card={card} />}
      <AllowanceBar tiers={tiers} includedRows={includedRows} />
      <DataTable
        label="Pricing tiers"
        columns={columns}
        rows={tiers}
        rowKey={({ label }) => label}
        hasStickyColumn
        css={narrowCss}
      />
    </Card>
  );
}

function nextInvoice({ cancelAt }: BillingStatus, period: BillingSummary["usage"]["period"]): string {
  if (cancelAt) return `Billing ends ${formatDate(cancelAt)}`;
  return period ? `Next invoice ${formatDate(period.end)}` : "Invoiced by Stripe";
}

const Figure = ({ label, value, children }: { label: string; value: string; children: ReactNode }) => (
  <Box
    px={{ base: "4", sm: "5" }}
    py="4"
    borderStartWidth={{ base: "0", sm: "1px" }}
    borderTopWidth={{ base: "1px", sm: "0" }}
    css={{ "&:first-of-type": { borderWidth: "0" } }}
  >
    <SmallText>{label}</SmallText>
    <Box textStyle="figure" mt="1">
      {value}
    </Box>
    <SmallText mt="1">{children}</SmallText>
  </Box>
);

const tierColors = ["accent.solid", "accent.line", "chart.baseline"];
const tierColor = (index: number) => tierColors[Math.min(index, tierColors.length - 1)];

/** How many of the included rows are used and how usage divides among the tiers. */
function AllowanceBar({ tiers, includedRows }: Pick<UsageCardProps, "tiers" | "includedRows">) {
  const total = tiers.reduce((sum, { rows }) => sum + rows, 0);
  const unused = Math.max(0, (includedRows ?? 0) - total);
  return (
    <Box {...cardRow} py="4" borderBottomWidth="1px">
      {includedRows !== null && (
        <SmallText mb="2">
          {total > includedRows
            ? `All ${formatNumber(includedRows)} included rows used, ${formatNumber(total - includedRows)} beyond`
            : `${formatNumber(total)} of ${formatNumber(includedRows)} included rows used`}
        </SmallText>
      )}
      <Flex gap="0.5" aria-hidden>
        {tiers.map(({ label, rows }, index) =>
          rows > 0 ? (
            <Box
              key={label}
              height="8px"
              flexGrow={rows}
              flexBasis="4px"
              borderRadius="2px"
              bg={tierColor(index)}
            />
          ) : null,
        )}
        {(unused > 0 || total === 0) && (
          <Box height="8px" flexGrow={Math.max(unused, 1)} borderRadius="2px" bg="bg.emphasized" />
        )}
      </Flex>
    </Box>
  );
}

const columns: readonly Column<TierLine>[] = [
  { key: "tier", header: "Pricing tier", cell: (tier, index) => <TierName tier={tier} index={index} /> },
  { key: "rows", header: "Rows", align: "end", cell: ({ rows }) => formatNumber(rows) },
  { key: "perRow", header: "Per row", align: "end", cell: ({ perRow }) => perRow },
  { key: "flatFee", header: "Flat fee", align: "end", cell: ({ flatFee }) => <FlatFee fee={flatFee} /> },
  {
    key: "cost",
    header: "Cost",
    align: "end",
    cell: ({ cost }) => <chakra.span fontWeight="600">{cost}</chakra.span>,
  },
];

const FlatFee = ({ fee }: { fee: string | null }) => fee ?? <chakra.span color="fg.subtle">none</chakra.span>;

/** On small screens columns are closer together, so that the cost is visible without scrolling sideways. */
const narrowCss = {
  smDown: {
    "& tbody > tr > *, & thead tr > th": { px: "1" },
    "& tbody > tr > th, & thead tr > th:first-of-type": { ps: "4" },
    "& tbody > tr > td:last-of-type, & thead tr > th:last-of-type": { pe: "4" },
  },
};

/** The square has the color of the tier's segment in the bar. */
const TierName = ({ tier: { label }, index }: { tier: TierLine; index: number }) => (
  <HStack gap="2" whiteSpace={{ sm: "nowrap" }} minW="84px">
    <Box boxSize="9px" borderRadius="2px" flexShrink={0} bg={tierColor(index)} aria-hidden />
    {label}
  </HStack>
);
