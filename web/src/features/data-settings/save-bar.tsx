import { Box, Flex } from "@chakra-ui/react";
import type { ReactNode } from "react";

/**
 * Shows a save button at the top of the window (on small screens, at the bottom) while the page's own is
 * scrolled out of view.
 */
export const SaveBar = ({ children }: { children: ReactNode }) => (
  <Box
    as="section"
    aria-label="Unsaved changes"
    position="fixed"
    insetX="0"
    top={{ md: "0" }}
    bottom={{ base: "0", md: "auto" }}
    zIndex="sticky"
    bg="bg.panel"
    borderColor="border.emphasized"
    borderTopWidth={{ base: "1px", md: "0" }}
    borderBottomWidth={{ md: "1px" }}
  >
    <Flex h="56px" maxW="page" mx="auto" px={{ base: "4", sm: "8" }} gap="4" align="center">
      {children}
    </Flex>
  </Box>
);
