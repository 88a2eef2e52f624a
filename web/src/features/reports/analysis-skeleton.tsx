import { Box, Grid } from "@chakra-ui/react";
import { SkeletonBar, SkeletonHead, Skeletons } from "@/components/skeleton";
import { analysisColumns } from "./row-browser";

const frame = { bg: "bg.panel", borderWidth: "1px", borderColor: "border", borderRadius: "card", p: "5" };

/** The analysis' boxes while it is on its way. */
export const AnalysisSkeleton = () => (
  <Skeletons label="Loading analysis">
    <SkeletonHead hasCrumbs />
    <Grid templateColumns={analysisColumns} gap="4">
      <Box {...frame}>
        {[0, 1, 2].map((row) => (
          <SkeletonBar key={row} width="80%" height="36px" mt={row ? "4" : "0"} />
        ))}
      </Box>
      <Box {...frame}>
        <SkeletonBar width="200px" height="22px" />
        <SkeletonBar width="80%" mt="3" />
        <SkeletonBar width="100%" height="60px" mt="5" />
        <SkeletonBar width="100%" height="320px" mt="5" />
      </Box>
    </Grid>
  </Skeletons>
);
