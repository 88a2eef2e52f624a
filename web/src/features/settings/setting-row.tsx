import { Box, Flex } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { CardTitle } from "@/components/layout/card";
import { SmallText } from "@/components/ui/text";

type SettingRowProps = { title: string; text: ReactNode; action: ReactNode };

/** One line of a settings card: title, explanation and button. */
export const SettingRow = ({ title, text, action }: SettingRowProps) => (
  <Flex
    align="center"
    justify="space-between"
    gap={{ base: "3", sm: "4" }}
    wrap={{ base: "wrap", sm: "nowrap" }}
  >
    <Box minW="0">
      <CardTitle size="sm">{title}</CardTitle>
      <SmallText>{text}</SmallText>
    </Box>
    {action}
  </Flex>
);
