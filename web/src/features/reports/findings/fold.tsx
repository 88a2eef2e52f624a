import { Box, chakra, Icon } from "@chakra-ui/react";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

type FoldProps = { title: ReactNode; isOpen?: boolean; children: ReactNode };

/** A row that expands to show its content. */
export const Fold = ({ title, isOpen = false, children }: FoldProps) => (
  <chakra.details open={isOpen} css={{ "&[open] > summary [data-chevron]": { transform: "rotate(90deg)" } }}>
    <chakra.summary
      display="flex"
      alignItems="center"
      gap="2"
      px={{ base: "4", sm: "5" }}
      py="3.5"
      cursor="pointer"
      listStyleType="none"
      _focusVisible={{ outlineOffset: "-2px" }}
      _hover={{ bg: "bg.subtle" }}
      css={{ "&::-webkit-details-marker": { display: "none" } }}
    >
      <Icon
        as={ChevronRight}
        boxSize="15px"
        color="fg.muted"
        data-chevron
        transition="transform 120ms"
        strokeWidth={2.1}
      />
      <Box fontWeight="600">{title}</Box>
    </chakra.summary>
    {children}
  </chakra.details>
);
