import { Box, chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { isMonday, isWeekend, weekdayLetter } from "@/components/charts/calendar";
import { formatChange, formatCompact, formatNumber, formatShortProjectDay } from "@/lib/format";
import type { HeroChart as Chart } from "./hero-chart-data";
import { HeroLine } from "./hero-line";
import { report } from "./report";

type HeroChartProps = {
  chart: Chart;
  /** Hangs the first flagged day from the navigation bar. */
  hasLine?: boolean;
};

/** The series of the shown finding: paths come drawn, everything else is placed in percent of the width. */
export const HeroChart = ({ chart, hasLine = false }: HeroChartProps) => (
  <Box position="relative" ps="34px" pt="44px" mt="2">
    <Box position="relative">
      <chakra.svg
        width="100%"
        height={`${chart.height + 42}px`}
        overflow="visible"
        display="block"
        role="img"
        aria-label={summary}
      >
        <Weekends chart={chart} />
        <Axis chart={chart} />
        <Windows chart={chart} />
        <Lines chart={chart} />
        <DayLabels chart={chart} />
        <Dots chart={chart} />
        <Plumbs chart={chart} />
      </chakra.svg>
      {hasLine && <HeroLine chart={chart} />}
    </Box>
  </Box>
);

const { shown } = report;
const summary = `${shown.entity} per day against its expected range: ${formatNumber(shown.observed)} on the last ${shown.days} days where ${formatNumber(shown.expected)} were expected.`;

type Part = { chart: Chart };

const Weekends = ({ chart: { days, height, stepPercent } }: Part) =>
  days
    .filter(({ day }) => isWeekend(day))
    .map(({ day, xPercent }) => (
      <chakra.rect
        key={day}
        x={`${xPercent - stepPercent / 2}%`}
        width={`${stepPercent}%`}
        height={height}
        fill="bg.muted"
      />
    ));

const Axis = ({ chart: { ticks } }: Part) =>
  ticks.map(({ value, y }) => (
    <g key={value}>
      <chakra.line x1="0" x2="100%" y1={y} y2={y} stroke={value === 0 ? "border.emphasized" : "border"} />
      <Label x="-9px" y={y + 4} anchor="end">
        {formatCompact(value)}
      </Label>
    </g>
  ));

/** Parts the baseline from the tested days and names both. */
const Windows = ({ chart: { splitPercent, height } }: Part) => (
  <>
    <chakra.line
      x1={`${splitPercent}%`}
      x2={`${splitPercent}%`}
      y1={-36}
      y2={height}
      stroke="border.control"
    />
    <svg x={`${splitPercent}%`} overflow="visible">
      <Label x={-7} y={-26} anchor="end">
        Baseline: {shown.baselineDays / 7} weeks before
      </Label>
      <Label x={7} y={-26} colour="fg" weight={560}>
        Last 7 days
      </Label>
    </svg>
  </>
);

const Lines = ({ chart: { paths, width, height } }: Part) => (
  <svg width="100%" height={height} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" fill="none">
    <chakra.g stroke="accent.line" css={{ "& path": { vectorEffect: "non-scaling-stroke" } }}>
      <chakra.path d={paths.band} fill="accent.line" fillOpacity="0.16" stroke="none" />
      <path d={paths.low} />
      <path d={paths.high} />
      <path d={paths.expected} strokeWidth={1.25} strokeDasharray="1.5 2.5" />
    </chakra.g>
    <chakra.path
      d={paths.observed}
      stroke="fg"
      strokeWidth={1.75}
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
);

const DayLabels = ({ chart: { days, height } }: Part) =>
  days.map(({ day, xPercent, isFlagged }) => (
    <g key={day}>
      <Label
        x={`${xPercent}%`}
        y={height + 16}
        anchor="middle"
        size={10.5}
        colour={isFlagged ? "alert.fg" : "fg.subtle"}
        weight={isFlagged ? 700 : 400}
      >
        {weekdayLetter(day)}
      </Label>
      {isMonday(day) && (
        <Label x={`${xPercent}%`} y={height + 35} anchor="middle">
          {formatShortProjectDay(day)}
        </Label>
      )}
    </g>
  ));

/** Tested days that are in order. */
const Dots = ({ chart: { days } }: Part) =>
  days
    .filter(({ isTested, isFlagged }) => isTested && !isFlagged)
    .map(({ day, xPercent, y }) => (
      <chakra.circle
        key={day}
        cx={`${xPercent}%`}
        cy={y}
        r={2.5}
        fill="bg.panel"
        stroke="fg"
        strokeWidth={1.25}
      />
    ));

/** Flagged days: a line from the expected to the observed value, a bob at its end. */
const Plumbs = ({ chart: { plumbs } }: Part) =>
  plumbs.map(({ index, x, from, to, change, isLastOfStreak }) => (
    <svg key={index} x={`${x}%`} overflow="visible">
      <chakra.line y1={from} y2={to} stroke="alert.solid" strokeWidth={1.5} />
      <chakra.circle cy={from} r={2} fill="alert.solid" />
      {/* A chakra element would take `transform` for a style. */}
      <g transform={`translate(0 ${to})`}>
        <chakra.path d="M-5.5 -8.8h11L0 0z" fill="alert.solid" />
      </g>
      {isLastOfStreak && change !== null && (
        <Label y={to + 16} anchor="middle" colour="alert.fg" weight={620}>
          {formatChange(change)}
        </Label>
      )}
    </svg>
  ));

type LabelProps = {
  x?: number | string;
  y: number;
  anchor?: "start" | "middle" | "end";
  colour?: string;
  size?: number;
  weight?: number;
  children: ReactNode;
};

const Label = ({
  x,
  y,
  anchor = "start",
  colour = "fg.subtle",
  size = 11.5,
  weight = 400,
  children,
}: LabelProps) => (
  <chakra.text x={x} y={y} textAnchor={anchor} fill={colour} fontSize={`${size}px`} fontWeight={weight}>
    {children}
  </chakra.text>
);
