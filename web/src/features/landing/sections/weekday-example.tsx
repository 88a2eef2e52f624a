import { Box, chakra, Flex } from "@chakra-ui/react";
import { formatNumber, shortWeekdays } from "@/lib/format";
import { report } from "../report";

const { weekdayShape, entity } = report.shown;
const tallest = Math.max(...weekdayShape);
const heightPx = 104;

/** The weekday rhythm that was learned for the shown event; Monday is 1.00. */
export const WeekdayExample = () => (
  <Box maxW="330px" mx={{ md: "auto" }}>
    <chakra.figcaption srOnly>Weekday rhythm of {entity}, Monday = 1.00</chakra.figcaption>
    <Flex as="ul" align="flex-end" gap="2" borderBottomWidth="1px" borderColor="border.emphasized" px="3">
      {weekdayShape.map((factor, index) => (
        <chakra.li key={shortWeekdays[index]} flex="1" textAlign="center">
          <chakra.span srOnly>{shortWeekdays[index]}: </chakra.span>
          <chakra.span textStyle="label" fontWeight="400" color="fg.muted">
            {formatNumber(factor, 2)}
          </chakra.span>
          <Box
            mt="1"
            mx="auto"
            width="23px"
            height={`${(heightPx * factor) / tallest}px`}
            bg="accent.line"
            borderTopRadius="2px"
          />
        </chakra.li>
      ))}
    </Flex>
    <Flex gap="2" px="3" mt="1.5" aria-hidden>
      {shortWeekdays.map((name) => (
        <chakra.span key={name} flex="1" textAlign="center" fontSize="11.5px" color="fg.subtle">
          {name}
        </chakra.span>
      ))}
    </Flex>
  </Box>
);
