import { Box, Grid } from "@chakra-ui/react";
import { wideAreas, wideColumns } from "./row-layout";

/** Column headings for all groups, above the first one. Each row tells screen readers the same. */
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
    <Box gridArea="used">Used by</Box>
  </Grid>
);
