import { Box, Grid } from "@chakra-ui/react";
import type { DetectorResult } from "@contract/runs";
import { FindingDetail } from "./finding-detail";
import { FindingList } from "./finding-list";

export const analysisColumns = { base: "minmax(0, 1fr)", lg: "292px minmax(0, 1fr)" };
/** Id of the selected finding's detail. Selecting one in the table below moves the focus here. */
export const findingDetailId = "finding-detail";

type FindingBrowserProps = { detector: DetectorResult; selected: number; onSelect: (index: number) => void };

/** Open and recovered findings next to the detail of the selected one. */
export function FindingBrowser({ detector, selected, onSelect }: FindingBrowserProps) {
  const row = detector.rows[selected];
  return (
    <Grid templateColumns={analysisColumns} gap="4" alignItems="start">
      <FindingList detector={detector} selected={selected} onSelect={onSelect} />
      <Box id={findingDetailId} tabIndex={-1} minW="0" outline="none" scrollMarginTop="4">
        {row && <FindingDetail key={selected} row={row} lastDay={detector.window?.lastDay} />}
      </Box>
    </Grid>
  );
}
