import { Box, Grid, chakra, Flex, Heading } from "@chakra-ui/react";
import type { DetectorResult } from "@contract/runs";
import { FindingList } from "./finding-list";
import type { DetailedRow } from "@contract/results";
import { IncidentLine } from "@/components/incidents/incident-line";
import { Card } from "@/components/layout/card";
import { SegmentChip } from "@/components/badges/segment-chip";
import { StateBadge } from "@/components/badges/state-badge";
import { RichText } from "@/components/badges/rich-text";
import { DetailsList, type Detail } from "@/components/layout/details-list";
import type { OpenedFrom } from "@/config/opened-from";
import { FindingCharts } from "./finding-charts";
import { FindingEvidence } from "./finding-evidence";
import {
  contextText,
  entityName,
  findingSentence,
  shownSegment,
  fullReason,
} from "@/features/reports/text/finding-text";
import { formatNumber, formatPercent, formatProjectDay } from "@/lib/format";
import { useThisPage } from "@/lib/use-search";

export const analysisColumns = { base: "minmax(0, 1fr)", lg: "292px minmax(0, 1fr)" };
/** Id of the selected finding's detail. Selecting one in the table below moves the focus here. */
export const findingDetailId = "finding-detail";

type FindingBrowserProps = { detector: DetectorResult; selected: number; onSelect: (index: number) => void };

/** Open and recovered findings next to the detail of the selected one. */
export function FindingBrowser({ detector, selected, onSelect }: FindingBrowserProps) {
  const row = detector.rows[selected];
  const from = useThisPage(detector.name);
  return (
    <Grid templateColumns={analysisColumns} gap="4" alignItems="start">
      <FindingList detector={detector} selected={selected} onSelect={onSelect} />
      <Box id={findingDetailId} tabIndex={-1} minW="0" outline="none" scrollMarginTop="4">
        {row && <FindingDetail key={selected} row={row} lastDay={detector.window?.lastDay} from={from} />}
      </Box>
    </Grid>
  );
}

type FindingDetailProps = {
  row: DetailedRow;
  lastDay: string | undefined;
  /** This page, for the incident's breadcrumb. */
  from: OpenedFrom;
};

/** One finding in full: its reason, every figure behind it, its chart and likely cause. */
function FindingDetail({ row, lastDay, from }: FindingDetailProps) {
  const segment = shownSegment(row);
  return (
    <Card aria-label={entityName(row)}>
      <Box px={{ base: "4", sm: "6" }} py="5">
        <Flex align="center" columnGap="2" rowGap="1" wrap="wrap">
          <Heading as="h2" textStyle="subject" overflowWrap="anywhere">
            {entityName(row)}{" "}
            <chakra.span color="fg.muted" fontWeight="400">
              {contextText(row)}
            </chakra.span>
          </Heading>
          {segment && <SegmentChip {...segment} />}
          {row.state && <StateBadge state={row.state} />}
        </Flex>
        <Box color="fg.muted" mt="1.5" maxW="720px" overflowWrap="anywhere">
          <RichText text={findingSentence(row, lastDay)} />
        </Box>
        <IncidentLine incident={row.incident} from={from} />
        <FindingEvidence row={row} />
        <FindingCharts row={row} />
        <HowDecided row={row} />
      </Box>
    </Card>
  );
}

/** The statistics behind a finding. Collapsed, since only readers who check the decision need them. */
const HowDecided = ({ row }: { row: DetailedRow }) => (
  <chakra.details mt="5" pt="4" borderTopWidth="1px">
    <chakra.summary textStyle="cardSubtitle" cursor="pointer" minH={{ base: "36px", sm: "auto" }}>
      How this was decided
    </chakra.summary>
    <Box mt="2" maxW="720px" color="fg.muted" overflowWrap="anywhere">
      <RichText text={fullReason(row)} />
    </Box>
    <Box mt="3">
      <DetailsList labelWidth={220} details={factsOf(row)} />
    </Box>
  </chakra.details>
);

function factsOf(row: DetailedRow): Detail[] {
  const { z, z_needed: needed, threshold_pct: threshold, baseline_from: from, baseline_to: to } = row;
  return [
    { label: "Score (z)", value: z !== null && formatNumber(z, 1) },
    { label: "Score needed", value: needed !== null && formatNumber(needed, 1) },
    { label: "Threshold", value: threshold !== null && formatPercent(threshold) },
    { label: "Baseline", value: from && to && `${formatProjectDay(from)} to ${formatProjectDay(to)}` },
  ].filter(({ value }) => value);
}
