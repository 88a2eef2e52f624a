import { Grid } from "@chakra-ui/react";
import { SkeletonBar, SkeletonBox, SkeletonHead, Skeletons } from "@/components/states/skeleton";
import { analysisColumns } from "./finding-browser";

/** Placeholder in the shape of the analysis while it loads. */
export const AnalysisSkeleton = () => (
  <Skeletons label="Loading analysis">
    <SkeletonHead hasCrumbs hasFacts />
    <Grid templateColumns={analysisColumns} gap="4" alignItems="start">
      <SkeletonBox p="5">
        {[0, 1, 2].map((row) => (
          <SkeletonBar key={row} width="80%" height="36px" mt={row ? "4" : "0"} />
        ))}
      </SkeletonBox>
      <SkeletonBox p="5">
        <SkeletonBar width="200px" height="22px" />
        <SkeletonBar width="80%" mt="3" />
        <SkeletonBar width="100%" height="60px" mt="5" />
        <SkeletonBar width="100%" height="320px" mt="5" />
      </SkeletonBox>
    </Grid>
  </Skeletons>
);
