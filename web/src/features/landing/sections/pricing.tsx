import { Box, chakra, Flex, Grid } from "@chakra-ui/react";
import { standardPlan } from "@contract/plan";
import { checkable } from "virtual:hero-chart";
import type { ReactNode } from "react";
import { LinkButton } from "@/components/ui/button";
import { SmallText, Subheading } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { formatMoney, formatNumber } from "@/lib/format";
import { Section } from "../section";
import { Calculator } from "./calculator";

const flatFee = formatMoney(standardPlan.monthlyCents, "USD", 0);
const perRow = formatMoney(standardPlan.overageCentsPerRow, "USD", 3);

export const Pricing = () => (
  <Section title="Pricing">
    <Grid
      templateColumns={{ base: "1fr", md: "repeat(2, minmax(0, 1fr)) minmax(0, 1.15fr)" }}
      borderWidth="1px"
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
      <Calculator example={{ name: "The demo shop", counts: checkable }} />
    </Grid>
    <SmallText mt="4">
      One row analysed is one billable check: an event, a property or a profile count checked for a new day. A
      day is billed once, however often a schedule runs. The number of events your users send doesn't matter.
    </SmallText>
  </Section>
);

type PlanProps = { name: string; price: string; unit?: string; text: string; action: ReactNode };

const Plan = ({ name, price, unit, text, action }: PlanProps) => (
  <Flex
    direction="column"
    p={{ base: "4", sm: "7" }}
    borderEndWidth={{ md: "1px" }}
    borderBottomWidth={{ base: "1px", md: "0" }}
  >
    <Subheading>{name}</Subheading>
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
