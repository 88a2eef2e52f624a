import { Box } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** Title over text, as notices and toasts have them. */
export const MessageText = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <Box flex="1" minW="0">
    <Box textStyle="smallStrong" fontWeight="600" lineHeight="20px">
      {title}
    </Box>
    {children && (
      <Box textStyle="small" color="fg.muted" lineHeight="20px" overflowWrap="anywhere">
        {children}
      </Box>
    )}
  </Box>
);
