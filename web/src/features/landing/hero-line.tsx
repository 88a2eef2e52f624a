import { Box } from "@chakra-ui/react";
import { formatNumber } from "@/lib/format";
import type { HeroChart } from "./hero-chart-data";
import { report } from "./report";

/** From above the section, which cuts it off at the navigation bar, down to the chart. */
const lengthAbove = 640;

/** The signature: a line from the navigation bar to the first flagged day, dropped once, then named. */
export function HeroLine({ chart }: { chart: HeroChart }) {
  const plumb = chart.plumbs[0];
  if (!plumb) return null;
  return (
    <Box hideBelow="lg">
      <Box
        position="absolute"
        left={`${plumb.x}%`}
        top={`${-lengthAbove}px`}
        height={`${lengthAbove + plumb.from}px`}
        width="1px"
        ms="-0.5px"
        bg="fg"
        transformOrigin="top"
        animation="drop 600ms ease-out both"
        aria-hidden
      />
      <Box
        position="absolute"
        right={`calc(${100 - plumb.x}% + 15px)`}
        bottom="calc(100% + 380px)"
        textAlign="end"
        animation="fade-in 240ms ease-out 600ms both"
      >
        <Box textStyle="heroFigure">{formatNumber(report.shown.expected - report.shown.observed)}</Box>
        <Box textStyle="landingBody" color="fg.muted" mt="1">
          checkouts uncounted
          <br />
          since {longDay(report.shown.firstBadDay)}
        </Box>
      </Box>
    </Box>
  );
}

/** 'Monday, Nov 16' of a project day. */
const longDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", {
    weekday: "long",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
