import { Box, chakra, Flex } from "@chakra-ui/react";
import type { DayState } from "@contract/home";
import { useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router-dom";
import { isMonday, isWeekend, weekdayLetter } from "@/components/charts/plot/calendar";
import { TextLink } from "@/components/ui/text-link";
import { Caption } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { countOf, formatProjectDay, formatShortProjectDay } from "@/lib/format";

const looks = {
  alert: { height: 22, word: "Alert", css: { bg: "alert.solid" } },
  warning: { height: 13, word: "Warning", css: { bg: "warning.solid" } },
  normal: { height: 5, word: "Nothing found", css: { bg: "chart.baseline" } },
  not_checked: { height: 5, word: "Not checked", css: { borderWidth: "1px", borderColor: "chart.baseline" } },
} as const;

type DayStripProps = { name: string; days: readonly DayState[] };

/**
 * The last 28 days of a connection: each day's worst finding gives the bar's height and color. One tab stop: arrow keys move
 * a day, Enter opens its report. The readout names the chosen day's worst finding.
 */
export function DayStrip({ name, days }: DayStripProps) {
  const last = days.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const navigate = useNavigate();
  const at = chosen ?? latestOf(days);
  const day = days[at]!;
  const keys: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    Home: 0,
    End: last,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && day.runId !== null) void navigate(paths.report(day.runId));
    const next = keys[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.min(last, Math.max(0, next)));
  };
  return (
    <Flex direction={{ base: "column", md: "row" }} columnGap="6" rowGap="2" align={{ md: "flex-start" }}>
      <Flex
        role="slider"
        tabIndex={0}
        aria-label={`Last 28 days of ${name}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={`${formatProjectDay(day.day)}: ${textOf(day)}`}
        onKeyDown={onKeyDown}
        flex="1"
        maxW={{ md: "728px" }}
        width="100%"
        borderRadius="badge"
        focusVisibleRing="outside"
      >
        {days.map((one, place) => (
          <Day
            key={one.day}
            day={one}
            isChosen={place === at}
            onChoose={() => setChosen(place)}
            hasLabel={place > 1 && place < last}
          />
        ))}
      </Flex>
      <Box textStyle="small" minW={{ md: "200px" }} minH="40px" flex={{ md: "1" }} overflowWrap="anywhere">
        <chakra.span color="fg.muted">{formatProjectDay(day.day)}</chakra.span>{" "}
        <Box as="span" display={{ md: "block" }}>
          {textOf(day)}
        </Box>{" "}
        {day.runId !== null && (
          <TextLink
            to={paths.report(day.runId)}
            aria-label={`View report of ${formatShortProjectDay(day.day)}`}
          >
            View report
          </TextLink>
        )}
      </Box>
    </Flex>
  );
}

/** The last day that is known. */
const latestOf = (days: readonly DayState[]): number => {
  const known = days.findLastIndex(({ severity }) => severity !== "not_checked");
  return known < 0 ? days.length - 1 : known;
};

/** "Checkout Started down 38% since Nov 21, almost all on iOS; 10 more that day", "Nothing found". */
const textOf = ({ headline, more, severity }: DayState): string =>
  headline === null
    ? looks[severity].word
    : more > 0
      ? `${headline}; ${countOf(more, "more", "more")} that day`
      : headline;

type DayProps = { day: DayState; isChosen: boolean; onChoose: () => void; hasLabel: boolean };

/** A bar, the weekday's letter and, on Mondays, the date. */
function Day({ day: { day, severity }, isChosen, onChoose, hasLabel }: DayProps) {
  const { height, css } = looks[severity];
  const isBad = severity === "alert" || severity === "warning";
  return (
    <Box flex="1" minW="0" onPointerEnter={onChoose} onClick={onChoose} aria-hidden>
      <Flex
        height="28px"
        align="flex-end"
        px={{ base: "1px", sm: "2px" }}
        bg={isWeekend(day) ? "bg.muted" : undefined}
        borderBottomWidth="1px"
        borderColor="border.emphasized"
        outline={isChosen ? "1px solid" : undefined}
        outlineColor="border.emphasized"
        borderTopRadius="badge"
      >
        <Box width="100%" height={`${height}px`} borderRadius="1px" css={css} />
      </Flex>
      <Box
        hideBelow="sm"
        textStyle="label"
        fontSize="11px"
        textAlign="center"
        fontWeight={isBad ? "600" : "400"}
        color={isBad ? `${severity}.fg` : "fg.muted"}
      >
        {weekdayLetter(day)}
      </Box>
      <Caption height="16px" position="relative" fontSize="11px">
        {isMonday(day) && hasLabel && (
          <Box position="absolute" insetInlineStart="50%" transform="translateX(-50%)" whiteSpace="nowrap">
            {formatShortProjectDay(day)}
          </Box>
        )}
      </Caption>
    </Box>
  );
}
