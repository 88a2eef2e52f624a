import { Box, chakra, Grid } from "@chakra-ui/react";
import { glanceSeries } from "@contract/findings/glance-series";
import type { DetailedRow } from "@contract/results";
import { Sparkline } from "@/components/charts/sparkline";
import { SmallText, Caption } from "@/components/ui/text";
import { figureColumns } from "./finding-layout";
import { changeText, expectedText, isProjectFinding, observedText, sinceText } from "../text/finding-text";

type FindingFiguresProps = {
  row: DetailedRow;
  /** Last tested day of the run. */
  lastDay: string | undefined;
  /** Color of the change. */
  color: string;
  /** Draws no day in the severity's color, because someone has handled the finding. */
  isQuiet?: boolean;
};

/** A finding's last four weeks, observed and expected values, change, and first day. */
export const FindingFigures = ({ row, lastDay, color, isQuiet = false }: FindingFiguresProps) => {
  const series = glanceSeries(row);
  return (
    <Grid gridColumn={{ lg: "2 / -1" }} templateColumns={figureColumns} columnGap="4" alignItems="center">
      <Box>
        {series && (
          <Sparkline
            series={series}
            severity={row.severity}
            isProject={isProjectFinding(row)}
            isQuiet={isQuiet}
          />
        )}
      </Box>
      <Box textAlign="end" minW="0">
        <Box fontWeight="600">{observedText(row)}</Box>
        {expectedText(row) && (
          <Caption>
            <chakra.span srOnly>expected </chakra.span>
            {expectedText(row)}
          </Caption>
        )}
      </Box>
      <Box
        textAlign="end"
        fontWeight="600"
        whiteSpace="nowrap"
        minW={{ base: "56px", lg: "0" }}
        color={color}
      >
        {changeText(row)}
      </Box>
      <SmallText textAlign="end" whiteSpace="nowrap" hideBelow="lg">
        {sinceText(row, lastDay)}
      </SmallText>
    </Grid>
  );
};
