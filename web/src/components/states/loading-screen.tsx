import { Box, Flex } from "@chakra-ui/react";
import { PlumblineMark } from "../layout/plumbline-mark";

/** Fills the window while nothing else can be shown. The bob swings. */
export const LoadingScreen = () => (
  <Flex role="status" direction="column" align="center" justify="center" gap="4" minH="100dvh" bg="bg.panel">
    <Box animation="swing 1.6s ease-in-out infinite" transformOrigin="50% 7%" aria-hidden>
      <PlumblineMark size={36} />
    </Box>
    <Box color="fg.muted">Loading...</Box>
  </Flex>
);
