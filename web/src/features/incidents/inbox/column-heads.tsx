import { Box, Grid } from "@chakra-ui/react";
import { wideAreas, wideColumns } from "./row-layout";

/** What the columns of all groups are, above the first. Screen readers hear it in each row. */
export const ColumnHeads = ({ hasCheckboxes }: { hasCheckboxes: boolean }) => (
  <Grid
    aria-hidden
    hideBelow="lg"
    templateColumns={wideColumns}
    templateAreas={wideAreas}
    columnGap="3"
    ps={hasCheckboxes ? "51px" : "21px"}
    pe="21px"
    mb="2"
    textStyle="label"
    color="fg.muted"
  >
    <Box gridArea="days">Last 4 weeks</Box>
    <Box gridArea="change" textAlign="end">
      Change
    </Box>
    <Box gridArea="since" textAlign="end">
      Since
    </Box>
    <Box gridArea="used">Used by</Box>
  </Grid>
);
