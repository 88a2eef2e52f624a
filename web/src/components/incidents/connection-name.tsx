import { chakra, Flex, Icon } from "@chakra-ui/react";
import { Plug } from "lucide-react";

/** The connection of an incident or of a group of them. Only worth saying once there are two. */
export const ConnectionName = ({ name }: { name: string }) => (
  <Flex align="center" gap="1" textStyle="small" color="fg.muted" overflowWrap="anywhere">
    <Icon as={Plug} boxSize="13px" />
    <chakra.span srOnly>Connection: </chakra.span>
    {name}
  </Flex>
);
