import { Box, Grid } from "@chakra-ui/react";
import { SkeletonHead, Skeletons, SkeletonTable } from "@/components/states/skeleton";
import { shownRuns } from "./queries";

export const dashboardColumns = { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 376px" };

/** Placeholder in the shape of the dashboard while connections and setups load. */
export const DashboardSkeleton = () => (
  <Skeletons label="Loading home">
    <SkeletonHead hasFacts />
    <Box mb="6">
      <SkeletonTable hasTitle hasHead={false} rows={3} rowHeight={62} narrowRowHeight={104} />
    </Box>
    <Grid templateColumns={dashboardColumns} gap="4" alignItems="start">
      <SkeletonTable hasTitle rows={shownRuns} narrowRowHeight={181} />
      <SkeletonTable hasTitle hasHead={false} rows={3} rowHeight={101} />
    </Grid>
  </Skeletons>
);
