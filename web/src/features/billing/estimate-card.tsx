import { Box, chakra, Flex } from "@chakra-ui/react";
import { useState } from "react";
import { Card, CardBody, CardTitle } from "@/components/card";
import { Input } from "@/components/input";
import { mostSliderRows, RowsSlider } from "@/components/rows-slider";
import { usePlan } from "@/data/plan";
import { formatNumber } from "@/lib/format";
import { estimateOf } from "./estimate";

const firstRows = 45_000;
const mostRows = 1_000_000_000;

/** What a month would cost, for a number of rows typed or slid. */
export function EstimateCard() {
  const [rows, setRows] = useState(firstRows);
  const { total, lines } = estimateOf(rows, usePlan().plan);
  const label = "Rows you expect in a month";
  return (
    <Card>
      <CardBody>
        <CardTitle size="sm">Estimate</CardTitle>
        <Box textStyle="small" color="fg.muted" mb="2">
          {label}
        </Box>
        <Input
          aria-label={label}
          inputMode="numeric"
          value={formatNumber(rows)}
          onChange={(event) => setRows(rowsIn(event.currentTarget.value))}
        />
        <RowsSlider rows={Math.min(rows, mostSliderRows)} onChange={setRows} hasMiddle mt="2" />
        <chakra.dl
          mt="3"
          pt="3"
          borderTopWidth="1px"
          borderColor="border"
          display="grid"
          rowGap="1.5"
          aria-live="polite"
        >
          {lines.map(({ label, cost }, index) => (
            <Line key={index} label={label} value={cost} />
          ))}
          <Flex justify="space-between" gap="3" fontWeight="600">
            <dt>Estimate per month</dt>
            <dd>{total}</dd>
          </Flex>
        </chakra.dl>
      </CardBody>
    </Card>
  );
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <Flex justify="space-between" gap="3" textStyle="small">
    <chakra.dt color="fg.muted">{label}</chakra.dt>
    <dd>{value}</dd>
  </Flex>
);

/** The digits of what was typed. */
const rowsIn = (text: string): number => Math.min(mostRows, Number(text.replace(/\D/g, "")) || 0);
