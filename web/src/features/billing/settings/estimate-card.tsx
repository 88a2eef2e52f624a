import { chakra, Flex } from "@chakra-ui/react";
import { useState } from "react";
import { BodyCard, CardTitle } from "@/components/layout/card";
import { Input } from "@/components/ui/input";
import { maxSliderRows, RowsSlider } from "@/components/ui/rows-slider";
import { SmallText } from "@/components/ui/text";
import { usePlan } from "@/data/plan";
import { formatNumber } from "@/lib/format";
import { monthlyEstimate } from "../plan-text";

const initialRows = 45_000;
const maxRows = 1_000_000_000;

/** Estimates a month's cost for a number typed or set with the slider. */
export function EstimateCard() {
  const [rows, setRows] = useState(initialRows);
  const { total, lines } = monthlyEstimate(rows, usePlan().plan);
  const label = "Rows you expect in a month";
  return (
    <BodyCard>
      <CardTitle size="sm">Estimate</CardTitle>
      <SmallText mb="2">{label}</SmallText>
      <Input
        aria-label={label}
        inputMode="numeric"
        value={formatNumber(rows)}
        onChange={(event) => setRows(parseRows(event.currentTarget.value))}
      />
      <RowsSlider rows={Math.min(rows, maxSliderRows)} onChange={setRows} mt="2" />
      <chakra.dl mt="3" pt="3" borderTopWidth="1px" display="grid" rowGap="1.5" aria-live="polite">
        {lines.map(({ label, cost }, index) => (
          <Line key={index} label={label} value={cost} />
        ))}
        <Flex justify="space-between" gap="3" fontWeight="600">
          <dt>Estimate per month</dt>
          <dd>{total}</dd>
        </Flex>
      </chakra.dl>
    </BodyCard>
  );
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <Flex justify="space-between" gap="3" textStyle="small">
    <chakra.dt color="fg.muted">{label}</chakra.dt>
    <dd>{value}</dd>
  </Flex>
);

/** The number in a text, ignoring everything but digits. */
const parseRows = (text: string): number => Math.min(maxRows, Number(text.replace(/\D/g, "")) || 0);
