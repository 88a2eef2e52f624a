import { Box, Flex, Grid } from "@chakra-ui/react";
import { SkeletonBar, SkeletonBox, SkeletonHead, Skeletons } from "@/components/states/skeleton";

/** Placeholder in the shape of the report while it loads: verdict with a cell per check, then findings. */
export const ReportSkeleton = () => (
  <Skeletons label="Loading report">
    <SkeletonHead hasCrumbs hasFacts />
    <SkeletonBox>
      <Box px={{ base: "4", sm: "5" }} py={{ base: "4", sm: "5" }}>
        <SkeletonBar width="280px" maxW="70%" height="24px" />
        <SkeletonBar width="460px" maxW="100%" mt="3" />
      </Box>
      <Grid templateColumns={{ base: "1fr", lg: "repeat(9, 1fr)" }} borderTopWidth="1px" borderColor="border">
        {Array.from({ length: 9 }, (_, index) => (
          <Flex
            key={index}
            direction={{ base: "row", lg: "column" }}
            justify="space-between"
            align={{ base: "center", lg: "flex-start" }}
            px={{ base: "4", lg: "3.5" }}
            py={{ base: "2", lg: "3" }}
            minH={{ base: "36px", lg: "84px" }}
            borderTopWidth={{ base: index ? "1px" : "0", lg: "0" }}
            borderInlineStartWidth={{ lg: index ? "1px" : "0" }}
            borderColor="border"
          >
            <SkeletonBar width={{ base: "45%", lg: "80%" }} height="10px" />
            <SkeletonBar width={{ base: "20%", lg: "50%" }} height="10px" />
          </Flex>
        ))}
      </Grid>
    </SkeletonBox>
    <SkeletonBox mt="4">
      {Array.from({ length: 4 }, (_, index) => (
        <Flex
          key={index}
          p={{ base: "4", sm: "5" }}
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
    </SkeletonBox>
  </Skeletons>
);
