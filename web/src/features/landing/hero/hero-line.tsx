import { Box } from "@chakra-ui/react";
import type { HeroChart } from "./hero-chart-data";
import { report } from "../report";

/** The line starts this far above the chart; the section clips it at the navigation bar. */
const lengthAbove = 640;

/** A line that drops once from the navigation bar to the first flagged day, and its label. */
export function HeroLine({ chart }: { chart: HeroChart }) {
  const marker = chart.flagMarkers[0];
  if (!marker) return null;
  return (
    <Box hideBelow="lg">
      <Box
        position="absolute"
        left={`${marker.x}%`}
        top={`${-lengthAbove}px`}
        height={`${lengthAbove + marker.from}px`}
        width="1px"
        ms="-0.5px"
        bg="fg"
        transformOrigin="top"
        animation="drop 600ms ease-out both"
        aria-hidden
      />
      <Box
        position="absolute"
        right={`calc(${100 - marker.x}% + 15px)`}
        bottom="calc(100% + 380px)"
        textAlign="end"
        animation="fade-in 240ms ease-out 600ms both"
      >
        <Box textStyle="heroFigure">{report.shown.missing}</Box>
        <Box textStyle="landingBody" color="fg.muted" mt="1">
          checkouts missing
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
