import { Box, Grid } from "@chakra-ui/react";
import type { DetectorResult } from "@contract/runs";
import { useSearchParams } from "react-router-dom";
import { RowDetail } from "./row-detail";
import { RowList } from "./row-list";

export const analysisColumns = { base: "minmax(0, 1fr)", lg: "292px minmax(0, 1fr)" };

/** Flagged and recovered rows beside the chosen one's detail; the choice lives in the address. */
export function RowBrowser({ detector }: { detector: DetectorResult }) {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get("row") ?? 0);
  const selected = detector.rows[asked] ? asked : 0;
  const row = detector.rows[selected];
  return (
    <Grid templateColumns={analysisColumns} gap="4" alignItems="start">
      <RowList
        detector={detector}
        selected={selected}
        onSelect={(index) => setSearch(index === 0 ? {} : { row: String(index) }, { replace: true })}
      />
      <Box minW="0" aria-live="off">
        {row && <RowDetail key={selected} row={row} />}
      </Box>
    </Grid>
  );
}
