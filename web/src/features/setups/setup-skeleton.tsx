import { Grid, Stack } from "@chakra-ui/react";
import { SkeletonHead, Skeletons, SkeletonTable } from "@/components/skeleton";

export const setupColumns = { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 376px" };

/** A setup's boxes while it is on its way: facts and checks, actions and recent runs. */
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
