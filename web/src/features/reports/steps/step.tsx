import { Flex, Icon } from "@chakra-ui/react";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { SmallText, Subheading } from "@/components/ui/text";

export type StepState = { number: number; isDone: boolean; /** Shown once it is done. */ result: string };

/** A numbered step with its actions, or its result with a check. */
export const Step = ({
  number,
  isDone,
  result,
  title,
  children,
}: StepState & { title: string; children: ReactNode }) => (
  <Flex
    as="li"
    direction="column"
    px={{ base: "4", sm: "5" }}
    py="4"
    borderColor="border"
    borderInlineStartWidth={{ lg: number > 1 ? "1px" : "0" }}
    borderTopWidth={{ base: number > 1 ? "1px" : "0", lg: "0" }}
  >
    <Flex gap="2.5" align="center" mb="2">
      <Flex
        boxSize="22px"
        flexShrink="0"
        align="center"
        justify="center"
        borderRadius="full"
        borderWidth="1px"
        borderColor={isDone ? "accent.border" : "border.control"}
        bg={isDone ? "accent.subtle" : undefined}
        color={isDone ? "accent.fg" : "fg.muted"}
        textStyle="label"
      >
        {isDone ? <Icon as={Check} boxSize="14px" aria-label="Done" /> : number}
      </Flex>
      <Subheading>{title}</Subheading>
    </Flex>
    {isDone ? <SmallText role="status">{result}</SmallText> : children}
  </Flex>
);
