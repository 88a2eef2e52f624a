import { Box, Flex, Heading } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { PlumbLine } from "../layout/plumb-line";

type EmptyStateProps = {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Shows the bob above its line. Off inside cards that are small or beside others. */
  hasBob?: boolean;
  /** Draws a card around it. Off if it is already inside one. */
  isFramed?: boolean;
  /** `h1` if it is the whole page. */
  headingLevel?: "h1" | "h2";
};

/** Shown when there is no data yet: the bob just above a line, a title, one sentence, one action. */
export const EmptyState = ({
  title,
  text,
  action,
  hasBob = true,
  isFramed = true,
  headingLevel = "h2",
}: EmptyStateProps) => (
  <Flex
    direction="column"
    align="center"
    textAlign="center"
    px="5"
    py={hasBob ? "12" : "8"}
    bg={isFramed ? "bg.panel" : undefined}
    borderWidth={isFramed ? "1px" : undefined}
    borderRadius="card"
  >
    {hasBob && (
      <Flex direction="column" align="center" mb="5" aria-hidden>
        <PlumbLine length={14} bobSize={24} isQuiet />
        <Box width="96px" height="1px" bg="border.emphasized" mt="1" />
      </Flex>
    )}
    <Heading as={headingLevel} textStyle="cardSubtitle">
      {title}
    </Heading>
    {text && (
      <Box color="fg.muted" mt="1" maxW="420px" textWrap="balance">
        {text}
      </Box>
    )}
    {action && <Box mt="4">{action}</Box>}
  </Flex>
);
