import { Box } from "@chakra-ui/react";
import { colorVar, ChartLine, ChartText } from "@/components/charts/plot/chart-text";
import { isMonday, isWeekend, weekdayLetter } from "@/components/charts/plot/calendar";
import { formatChange, formatCompact, formatShortProjectDay } from "@/lib/format";
import type { HeroChart as Chart } from "./hero-chart-data";
import { HeroLine } from "./hero-line";
import { report } from "../report";

type HeroChartProps = {
  chart: Chart;
  /** Draws the line from the navigation bar to the first flagged day. */
  hasLine?: boolean;
};

/** The first finding's chart. Its paths are drawn at build time; everything else is placed in percent of the width. */
export const HeroChart = ({ chart, hasLine = false }: HeroChartProps) => (
  <Box position="relative" ps="34px" pt="44px" mt="2">
    <Box position="relative">
      <svg
        width="100%"
        height={chart.height + 42}
        overflow="visible"
        style={{ display: "block" }}
        role="img"
        aria-label={summary}
      >
        <Weekends chart={chart} />
        <Axis chart={chart} />
        <Windows chart={chart} />
        <Lines chart={chart} />
        <DayLabels chart={chart} />
        <Dots chart={chart} />
        <FlagMarkers chart={chart} />
      </svg>
      {hasLine && <HeroLine chart={chart} />}
    </Box>
  </Box>
);

const { shown } = report;
const summary = `${shown.entity} per day against its expected range: ${shown.sentence}`;

type Part = { chart: Chart };

const Weekends = ({ chart: { days, height, stepPercent } }: Part) =>
  days
    .filter(({ day }) => isWeekend(day))
    .map(({ day, xPercent }) => (
      <rect
        key={day}
        x={`${xPercent - stepPercent / 2}%`}
        width={`${stepPercent}%`}
        height={height}
        fill={colorVar("bg.muted")}
      />
    ));

const Axis = ({ chart: { ticks } }: Part) =>
  ticks.map(({ value, y }) => (
    <g key={value}>
      <ChartLine x={["0", "100%"]} y={y} color={value === 0 ? "border.emphasized" : "border"} />
      <ChartText x="-9px" y={y + 4} textAnchor="end">
        {formatCompact(value)}
      </ChartText>
    </g>
  ));

/** Separates the baseline from the tested days and labels both. */
const Windows = ({ chart: { splitPercent, height } }: Part) => (
  <>
    <ChartLine x={`${splitPercent}%`} y={[-36, height]} color="border.control" />
    <svg x={`${splitPercent}%`} overflow="visible">
      <ChartText x={-7} y={-26} textAnchor="end">
        Baseline: {shown.baselineDays / 7} weeks before
      </ChartText>
      <ChartText x={7} y={-26} color="fg" weight={560}>
        Last 7 days
      </ChartText>
    </svg>
  </>
);

const Lines = ({ chart: { paths, width, height } }: Part) => (
  <svg width="100%" height={height} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" fill="none">
    <g stroke={colorVar("accent.line")}>
      <path d={paths.band} fill={colorVar("accent.line")} fillOpacity="0.16" stroke="none" />
      <path d={paths.low} vectorEffect="non-scaling-stroke" />
      <path d={paths.high} vectorEffect="non-scaling-stroke" />
      <path
        d={paths.expected}
        strokeWidth={1.25}
        strokeDasharray="1.5 2.5"
        vectorEffect="non-scaling-stroke"
      />
    </g>
    <path
      d={paths.observed}
      stroke={colorVar("fg")}
      strokeWidth={1.75}
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
);

const DayLabels = ({ chart: { days, height } }: Part) =>
  days.map(({ day, xPercent, isFlagged }) => (
    <g key={day}>
      <ChartText
        x={`${xPercent}%`}
        y={height + 16}
        textAnchor="middle"
        size={10.5}
        color={isFlagged ? "alert.fg" : "fg.subtle"}
        weight={isFlagged ? 700 : 400}
      >
        {weekdayLetter(day)}
      </ChartText>
      {isMonday(day) && (
        <ChartText x={`${xPercent}%`} y={height + 35} textAnchor="middle">
          {formatShortProjectDay(day)}
        </ChartText>
      )}
    </g>
  ));

/** Tested days that are not flagged. */
const Dots = ({ chart: { days } }: Part) =>
  days
    .filter(({ isTested, isFlagged }) => isTested && !isFlagged)
    .map(({ day, xPercent, y }) => (
      <circle
        key={day}
        cx={`${xPercent}%`}
        cy={y}
        r={2.5}
        fill={colorVar("bg.panel")}
        stroke={colorVar("fg")}
        strokeWidth={1.25}
      />
    ));

/** Flagged days: a line from the expected to the observed value, a bob at its end. */
const FlagMarkers = ({ chart: { flagMarkers } }: Part) =>
  flagMarkers.map(({ index, x, from, to, change, isLastOfStreak }) => (
    <svg key={index} x={`${x}%`} overflow="visible">
      <line y1={from} y2={to} stroke={colorVar("alert.solid")} strokeWidth={1.5} />
      <circle cy={from} r={2} fill={colorVar("alert.solid")} />
      <path d="M-5.5 -8.8h11L0 0z" fill={colorVar("alert.solid")} transform={`translate(0 ${to})`} />
      {isLastOfStreak && change !== null && (
        <ChartText y={to + 16} textAnchor="middle" color="alert.fg" weight={620}>
          {formatChange(change)}
        </ChartText>
      )}
    </svg>
  ));
