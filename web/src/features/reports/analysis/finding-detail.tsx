import { Box, chakra, Flex, Heading } from "@chakra-ui/react";
import type { DetailedRow } from "@contract/results";
import { IncidentLine } from "@/components/incidents/incident-line";
import { Card } from "@/components/layout/card";
import { SegmentChip } from "@/components/badges/segment-chip";
import { StateBadge } from "@/components/badges/state-badge";
import { RichText } from "@/components/badges/rich-text";
import { FindingCharts } from "./finding-charts";
import { FindingEvidence } from "./finding-evidence";
import { HowDecided } from "./how-decided";
import { contextText, entityName, findingSentence, shownSegment } from "../text/finding-text";

/** One finding in full: its reason, every figure behind it, its chart and likely cause. */
export function FindingDetail({ row, lastDay }: { row: DetailedRow; lastDay: string | undefined }) {
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
        <IncidentLine incident={row.incident} />
        <FindingEvidence row={row} />
        <FindingCharts row={row} />
        <HowDecided row={row} />
      </Box>
    </Card>
  );
}
