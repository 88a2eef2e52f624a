import { Box, Flex } from "@chakra-ui/react";
import { formatNumber, shortWeekdays } from "@/lib/format";
import { Caption, Subheading } from "@/components/ui/text";

const height = 76;

type WeekdayRhythmProps = {
  /** Seven factors, starting with Monday, which is 1. */
  shape: readonly number[];
  /** The history it is based on: "8 weeks". */
  learnedFrom: string;
};

/** Normal volume of each weekday, relative to Monday. */
export function WeekdayRhythm({ shape, learnedFrom }: WeekdayRhythmProps) {
  const most = Math.max(...shape);
  return (
    <Box>
      <Subheading>Weekday rhythm</Subheading>
      <Caption mt="1">Relative to Monday, from {learnedFrom}</Caption>
      <Flex as="ul" mt="4" justify="space-between" borderBottomWidth="1px" borderColor="transparent">
        {shape.map((factor, index) => (
          <Flex as="li" key={shortWeekdays[index]} direction="column" align="center" flex="1">
            <Flex direction="column" justify="flex-end" align="center" height={`${height + 20}px`}>
              <Box fontSize="12px" lineHeight="18px" color="fg.muted" order={0}>
                {formatNumber(factor, 2)}
              </Box>
              <Box
                width="22px"
                height={`${Math.max(1, (factor / most) * height)}px`}
                bg="accent.line"
                borderTopRadius="1px"
                aria-hidden
              />
            </Flex>
            <Box
              alignSelf="stretch"
              textAlign="center"
              borderTopWidth="1px"
              borderColor="border.emphasized"
              pt="1.5"
              fontSize="11px"
              lineHeight="14px"
              color="fg.muted"
            >
              {shortWeekdays[index]}
            </Box>
          </Flex>
        ))}
      </Flex>
    </Box>
  );
}
