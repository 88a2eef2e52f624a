import { Box, chakra } from "@chakra-ui/react";
import type { DetailedRow } from "@contract/results";
import { formatNumber, formatPercent, formatProjectDay } from "@/lib/format";
import { fullReason } from "../text/finding-text";
import { RichText } from "@/components/badges/rich-text";

/** The statistics behind a finding. Collapsed, since only readers who check the decision need them. */
export const HowDecided = ({ row }: { row: DetailedRow }) => (
  <chakra.details mt="5" pt="4" borderTopWidth="1px" borderColor="border">
    <chakra.summary textStyle="cardSubtitle" cursor="pointer" minH={{ base: "36px", sm: "auto" }}>
      How this was decided
    </chakra.summary>
    <Box mt="2" maxW="720px" color="fg.muted" overflowWrap="anywhere">
      <RichText text={fullReason(row)} />
    </Box>
    <chakra.dl
      display="grid"
      gridTemplateColumns="minmax(0, 220px) minmax(0, 1fr)"
      rowGap="1.5"
      mt="3"
      textStyle="small"
    >
      {factsOf(row).map(([label, value]) => (
        <chakra.div key={label} display="contents">
          <chakra.dt color="fg.muted">{label}</chakra.dt>
          <chakra.dd>{value}</chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  </chakra.details>
);

function factsOf(row: DetailedRow): [string, string][] {
  const { z, z_needed: needed, threshold_pct: threshold, baseline_from: from, baseline_to: to } = row;
  const facts: [string, string | null][] = [
    ["Score (z)", z === null ? null : formatNumber(z, 1)],
    ["Score needed", needed === null ? null : formatNumber(needed, 1)],
    ["Threshold", threshold === null ? null : formatPercent(threshold)],
    ["Baseline", from && to ? `${formatProjectDay(from)} to ${formatProjectDay(to)}` : null],
  ];
  return facts.flatMap(([label, value]): [string, string][] => (value === null ? [] : [[label, value]]));
}
