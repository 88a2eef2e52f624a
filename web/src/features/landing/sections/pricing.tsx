import { Box, chakra, Flex, Grid, Heading } from "@chakra-ui/react";
import { estimatedMonthlyDollars, standardPlan } from "@contract/plan";
import { useState, type ReactNode } from "react";
import { LinkButton } from "@/components/ui/link-button";
import { RowsSlider } from "@/components/ui/rows-slider";
import { paths } from "@/config/paths";
import { formatMoney, formatNumber } from "@/lib/format";
import { Section } from "../section";

const flatFee = formatMoney(standardPlan.monthlyCents, "USD", 0);
const perRow = formatMoney(standardPlan.overageCentsPerRow, "USD", 3);

export const Pricing = () => (
  <Section title="Pricing">
    <Grid
      templateColumns={{ base: "1fr", md: "repeat(2, minmax(0, 1fr)) minmax(0, 1.15fr)" }}
      borderWidth="1px"
      borderColor="border"
      borderRadius="card"
      overflow="hidden"
    >
      <Plan
        name="First run"
        price="Free"
        text="A full report on your own project. No card needed."
        action={
          <LinkButton to={paths.signup} variant="solid" size="md">
            Get your 1st run Free
          </LinkButton>
        }
      />
      <Plan
        name="Standard plan"
        price={flatFee}
        unit="per month"
        text={`Up to ${formatNumber(standardPlan.includedRows)} rows analysed. Beyond that ${perRow} per additional row.`}
        action={
          <LinkButton to={paths.signup} size="md">
            Get Started
          </LinkButton>
        }
      />
      <Estimate />
    </Grid>
    <Box textStyle="small" color="fg.muted" mt="4">
      One row analysed is one billable check: an event, a property or a profile count checked in one run. The
      number of events your users send doesn't matter.
    </Box>
  </Section>
);

type PlanProps = { name: string; price: string; unit?: string; text: string; action: ReactNode };

const Plan = ({ name, price, unit, text, action }: PlanProps) => (
  <Flex
    direction="column"
    p={{ base: "4", sm: "7" }}
    borderColor="border"
    borderEndWidth={{ md: "1px" }}
    borderBottomWidth={{ base: "1px", md: "0" }}
  >
    <Heading as="h3" textStyle="cardSubtitle">
      {name}
    </Heading>
    <Box mt="2">
      <chakra.span textStyle="price">{price}</chakra.span>
      {unit && (
        <chakra.span color="fg.muted" ms="2">
          {unit}
        </chakra.span>
      )}
    </Box>
    <Box textStyle="body" color="fg.muted" mt="1.5" mb="6" lineHeight="22px">
      {text}
    </Box>
    <Flex mt="auto" css={{ "& > *": { flexGrow: { base: 1, sm: 0 } } }}>
      {action}
    </Flex>
  </Flex>
);

function Estimate() {
  const [rows, setRows] = useState(45_000);
  const extraRows = Math.max(0, rows - standardPlan.includedRows);
  return (
    <Box p={{ base: "4", sm: "7" }} bg="bg.subtle" textStyle="body">
      <Heading as="h3" textStyle="cardSubtitle">
        Estimate
      </Heading>
      <Flex justify="space-between" mt="3">
        <chakra.span color="fg.muted">Rows a month</chakra.span>
        <chakra.span fontWeight="600">{formatNumber(rows)}</chakra.span>
      </Flex>
      <RowsSlider rows={rows} onChange={setRows} />
      <Flex
        justify="space-between"
        align="baseline"
        mt="4"
        pt="3"
        borderTopWidth="1px"
        borderColor="border"
        aria-live="polite"
      >
        <chakra.span color="fg.muted">Per month</chakra.span>
        <chakra.span textStyle="figure">{formatMoney(estimatedMonthlyDollars(rows) * 100)}</chakra.span>
      </Flex>
      <Box textAlign="end" textStyle="small" color="fg.muted">
        {formatMoney(standardPlan.monthlyCents)} + {formatNumber(extraRows)} × {perRow}
      </Box>
    </Box>
  );
}
