import { Grid, Stack } from "@chakra-ui/react";
import { SkeletonHead, Skeletons, SkeletonTable } from "@/components/states/skeleton";

export const setupColumns = { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 376px" };

/** Placeholder in the shape of the setup page. */
export const SetupSkeleton = () => (
  <Skeletons label="Loading setup">
    <SkeletonHead hasCrumbs />
    <Grid templateColumns={setupColumns} gap="4" alignItems="start">
      <Stack gap="4">
        <SkeletonTable rows={5} hasHead={false} rowHeight={32} />
        <SkeletonTable rows={6} rowHeight={48} />
      </Stack>
      <Stack gap="4">
        <SkeletonTable rows={4} hasHead={false} rowHeight={44} />
        <SkeletonTable rows={3} rowHeight={70} />
      </Stack>
    </Grid>
  </Skeletons>
);
