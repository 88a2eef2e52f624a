import { Box, Grid } from "@chakra-ui/react";
import type { DetectorResult } from "@contract/runs";
import { RowDetail } from "./row-detail";
import { RowList } from "./row-list";

export const analysisColumns = { base: "minmax(0, 1fr)", lg: "292px minmax(0, 1fr)" };
/** The chosen row's detail; what leads to it from below moves the focus there. */
export const rowDetailId = "row-detail";

type RowBrowserProps = { detector: DetectorResult; selected: number; onSelect: (index: number) => void };

/** Flagged and recovered rows beside the chosen one's detail. */
export function RowBrowser({ detector, selected, onSelect }: RowBrowserProps) {
  const row = detector.rows[selected];
  return (
    <Grid templateColumns={analysisColumns} gap="4" alignItems="start">
      <RowList detector={detector} selected={selected} onSelect={onSelect} />
      <Box id={rowDetailId} tabIndex={-1} minW="0" outline="none" scrollMarginTop="4">
        {row && <RowDetail key={selected} row={row} />}
      </Box>
    </Grid>
  );
}
