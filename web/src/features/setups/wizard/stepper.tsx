import { Center, chakra, Flex } from "@chakra-ui/react";
import { Check } from "lucide-react";

export const steps = ["Basic Info", "Select Checks", "Schedule"];

/** Shows the current step, counted from 1. */
export const Stepper = ({ current }: { current: number }) => (
  <chakra.ol
    display="flex"
    bg="bg.panel"
    borderWidth="1px"
    borderRadius="card"
    overflow="hidden"
    aria-label="Steps"
  >
    {steps.map((label, index) => (
      <Step key={label} number={index + 1} label={label} current={current} />
    ))}
  </chakra.ol>
);

function Step({ number, label, current }: { number: number; label: string; current: number }) {
  const isCurrent = number === current;
  const isDone = number < current;
  return (
    <chakra.li
      aria-current={isCurrent ? "step" : undefined}
      flex={{ base: isCurrent ? "1" : "0 0 auto", sm: "1" }}
      borderInlineStartWidth={number > 1 ? "1px" : "0"}
      boxShadow={isCurrent ? "inset 0 -2px 0 {colors.accent.mark}" : undefined}
    >
      <Flex align="center" gap="2.5" h="46px" px={{ base: "3.5", sm: "5" }}>
        <Center
          boxSize="22px"
          borderRadius="full"
          borderWidth="1px"
          textStyle="label"
          flexShrink={0}
          fontWeight="560"
          bg={isCurrent ? "accent.solid" : isDone ? "accent.subtle" : undefined}
          color={isCurrent ? "accent.contrast" : isDone ? "accent.fg" : "fg.muted"}
          borderColor={isCurrent ? "accent.solid" : isDone ? "accent.border" : "border.control"}
        >
          {isDone ? (
            <chakra.span role="img" aria-label="Done" display="inline-flex">
              <Check size={13} strokeWidth={2.1} />
            </chakra.span>
          ) : (
            number
          )}
        </Center>
        <chakra.span
          textStyle="small"
          fontWeight={isCurrent ? "580" : "450"}
          color={isCurrent ? "fg" : "fg.muted"}
          css={isCurrent ? {} : { smDown: { srOnly: true } }}
        >
          {label}
        </chakra.span>
      </Flex>
    </chakra.li>
  );
}
