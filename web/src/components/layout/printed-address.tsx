import { Box } from "@chakra-ui/react";

/** The page's address, only on paper: where to find what is printed, as it is now. */
export const PrintedAddress = () => (
  <Box display="none" _print={{ display: "block" }} textStyle="small" color="fg.muted" mt="4" aria-hidden>
    {window.location.href}
  </Box>
);
