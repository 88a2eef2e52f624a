import { Box, chakra, Flex, Heading } from "@chakra-ui/react";
import type { DetailedRow } from "@contract/results";
import { Card } from "@/components/card";
import { StateBadge } from "@/components/state-badge";
import { RichText } from "./rich-text";
import { RowCharts } from "./row-charts";
import { RowFigures } from "./row-figures";
import { contextText, entityName, fullReason } from "./row-text";

/** One row in full: its reason, every figure it rests on, its chart and where the change comes from. */
export const RowDetail = ({ row }: { row: DetailedRow }) => (
  <Card aria-label={entityName(row)}>
    <Box px={{ base: "4", sm: "6" }} py="5">
      <Flex align="center" columnGap="2" rowGap="1" wrap="wrap">
        <Heading as="h2" textStyle="subject" overflowWrap="anywhere">
          {entityName(row)}{" "}
          <chakra.span color="fg.muted" fontWeight="400">
            {contextText(row)}
          </chakra.span>
        </Heading>
        {row.state && <StateBadge state={row.state} />}
      </Flex>
      <Box color="fg.muted" mt="1.5" maxW="720px" overflowWrap="anywhere">
        <RichText text={fullReason(row)} />
      </Box>
      <RowFigures row={row} />
      <RowCharts row={row} />
    </Box>
  </Card>
);
