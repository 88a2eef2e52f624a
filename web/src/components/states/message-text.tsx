import { Box } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { SmallText } from "@/components/ui/text";

/** A title above a text, as used in notices and toasts. */
export const MessageText = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <Box flex="1" minW="0">
    <Box textStyle="smallStrong" fontWeight="600" lineHeight="20px">
      {title}
    </Box>
    {children && (
      <SmallText lineHeight="20px" overflowWrap="anywhere">
        {children}
      </SmallText>
    )}
  </Box>
);
