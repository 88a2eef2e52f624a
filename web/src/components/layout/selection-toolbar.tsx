import { Flex, type FlexProps } from "@chakra-ui/react";

/** Actions for what is selected in a list. Replaces the list's filters and sticks to the top; on phones, to the bottom. */
export const SelectionToolbar = ({ label, ...rest }: { label: string } & FlexProps) => (
  <Flex
    role="toolbar"
    aria-label={label}
    gap="2"
    align="center"
    wrap="wrap"
    bg="bg.panel"
    borderWidth="1px"
    borderColor="accent.border"
    borderRadius={{ base: "0", sm: "card" }}
    boxShadow="float"
    zIndex="sticky"
    position={{ base: "fixed", sm: "sticky" }}
    insetInline={{ base: "0", sm: "auto" }}
    bottom={{ base: "0", sm: "auto" }}
    top={{ sm: "2" }}
    px={{ base: "4", sm: "5" }}
    pt={{ base: "2", sm: "5px" }}
    pb={{ base: "max(8px, env(safe-area-inset-bottom))", sm: "5px" }}
    {...rest}
  />
);
