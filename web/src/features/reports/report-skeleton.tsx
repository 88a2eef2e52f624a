import { Box, Flex, Grid } from "@chakra-ui/react";
import { SkeletonBar, SkeletonHead, Skeletons } from "@/components/skeleton";

const frame = {
  bg: "bg.panel",
  borderWidth: "1px",
  borderColor: "border",
  borderRadius: "card",
  overflow: "hidden",
};

/** The report's boxes while it is on its way. */
export const ReportSkeleton = () => (
  <Skeletons label="Loading report">
    <SkeletonHead hasCrumbs />
    <Box {...frame}>
      <Box p="5">
        <SkeletonBar width="280px" maxW="70%" height="22px" />
        <SkeletonBar width="460px" maxW="100%" mt="3" />
      </Box>
      <Grid
        templateColumns={{ base: "1fr", lg: "repeat(9, 1fr)" }}
        borderTopWidth="1px"
        borderColor="border"
        hideBelow="lg"
      >
        {Array.from({ length: 9 }, (_, index) => (
          <Box key={index} p="4" borderInlineStartWidth={index ? "1px" : "0"} borderColor="border">
            <SkeletonBar width="80%" height="10px" />
            <SkeletonBar width="50%" height="10px" mt="6" />
          </Box>
        ))}
      </Grid>
    </Box>
    <Box {...frame} mt="4">
      {Array.from({ length: 4 }, (_, index) => (
        <Flex
          key={index}
          p="5"
          gap="6"
          justify="space-between"
          borderTopWidth={index ? "1px" : "0"}
          borderColor="border"
        >
          <Box flex="1">
            <SkeletonBar width="30%" />
            <SkeletonBar width="60%" mt="3" />
          </Box>
          <SkeletonBar width="168px" height="36px" hideBelow="sm" />
          <SkeletonBar width="72px" />
        </Flex>
      ))}
    </Box>
  </Skeletons>
);
