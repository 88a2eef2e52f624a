import { Box, Flex } from "@chakra-ui/react";
import { isMonday, isWeekend, weekdayLetter } from "@/components/charts/plot/calendar";
import { formatShortProjectDay } from "@/lib/format";

export type StripBlock = "alert" | "warning" | "gone";
export type StripDay = { day: string; blocks: readonly StripBlock[]; isReplayed: boolean };

/** Further findings of a day are not drawn; the list has them all. */
const mostBlocks = 6;

/**
 * A column per day with a block for each finding that was new that day. The list below says the same in
 * words.
 */
export const ReplayStrip = ({ days }: { days: readonly StripDay[] }) => (
  <Flex aria-hidden gap="0.5" align="flex-end" minH="72px" mt="3">
    {days.map(({ day, blocks, isReplayed }, index) => {
      return (
        <Box key={day} flex="1" minW="0" position="relative">
          <Flex
            direction="column"
            justify="flex-end"
            align="center"
            gap="0.5"
            minH="48px"
            pt="1"
            bg={isWeekend(day) ? "bg.muted" : undefined}
            opacity={isReplayed ? 1 : 0.4}
          >
            {blocks.slice(0, mostBlocks).map((block, index) => (
              <Block key={index} kind={block} />
            ))}
            <Box
              width="80%"
              height="3px"
              borderRadius="full"
              bg={isReplayed ? "border.control" : "border"}
              mb="0.5"
            />
          </Flex>
          <Box
            textAlign="center"
            textStyle="label"
            color={blocks.length > 0 ? "fg" : "fg.subtle"}
            fontWeight={blocks.length > 0 ? "600" : "400"}
            hideBelow="sm"
          >
            {weekdayLetter(day)}
          </Box>
          {isMonday(day) && (
            <Box
              position="absolute"
              top="100%"
              // The last labels would overflow the card.
              {...(index > days.length - 5 ? { insetInlineEnd: "0" } : { insetInlineStart: "0" })}
              textStyle="label"
              color="fg.subtle"
              whiteSpace="nowrap"
            >
              {formatShortProjectDay(day)}
            </Box>
          )}
        </Box>
      );
    })}
  </Flex>
);

/** Legend of the blocks. */
export const StripKey = ({ compared }: { compared: string | null }) => (
  <Flex
    aria-hidden
    justify="flex-end"
    columnGap="4"
    rowGap="1"
    wrap="wrap"
    textStyle="label"
    color="fg.muted"
    mt="1"
  >
    {(
      [
        ["alert", "Alert"],
        ["warning", "Warning"],
        ...(compared === null ? [] : ([["gone", `Gone ${compared}`]] as const)),
      ] as const
    ).map(([kind, text]) => (
      <Flex key={kind} align="center" gap="1.5">
        <Flex width="18px">
          <Block kind={kind} />
        </Flex>
        {text}
      </Flex>
    ))}
  </Flex>
);

const Block = ({ kind }: { kind: StripBlock }) => (
  <Flex
    width="80%"
    maxW="18px"
    height="11px"
    align="center"
    justify="center"
    borderRadius="2px"
    fontSize="9px"
    fontWeight="700"
    lineHeight="1"
    color="bg.panel"
    {...(kind === "gone"
      ? { borderWidth: "1px", borderStyle: "dashed", borderColor: "border.control" }
      : { bg: kind === "alert" ? "alert.fg" : "warning.fg" })}
  >
    {kind === "alert" && "!"}
  </Flex>
);
