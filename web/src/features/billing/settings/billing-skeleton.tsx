import { Box, Grid, Stack } from "@chakra-ui/react";
import { SkeletonBar, SkeletonBox, Skeletons, SkeletonTable } from "@/components/states/skeleton";

/** Boxes in the shape of the two billing cards: title, three figures, the bar and the tiers; then payments. */
export const BillingSkeleton = () => (
  <Skeletons label="Loading billing">
    <Stack gap="4">
      <SkeletonBox>
        <Box px={{ base: "4", sm: "5" }} py="4">
          <SkeletonBar width="140px" height="20px" />
          <SkeletonBar hideFrom="sm" height="36px" mt="3" />
        </Box>
        <Grid templateColumns={{ base: "1fr", sm: "repeat(3, 1fr)" }}>
          {["Rows", "Cost", "Outstanding"].map((figure) => (
            <Box
              key={figure}
              px={{ base: "4", sm: "5" }}
              height="102px"
              py="4"
              borderTopWidth="1px"
              borderColor="border"
            >
              <SkeletonBar width="40%" />
              <SkeletonBar width="55%" height="24px" mt="2" />
            </Box>
          ))}
        </Grid>
        <Box px={{ base: "4", sm: "5" }} height="72px" py="5" borderTopWidth="1px" borderColor="border">
          <SkeletonBar />
        </Box>
        <SkeletonTable rows={2} isFramed={false} />
      </SkeletonBox>
      <SkeletonTable hasTitle hasHead={false} rows={1} />
    </Stack>
  </Skeletons>
);
