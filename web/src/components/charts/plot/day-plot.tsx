import { scaleBand, scaleLinear } from "d3-scale";
import type { ReactNode } from "react";
import { formatShortProjectDay } from "@/lib/format";
import type { Axis } from "./axis";
import { isMonday, isWeekend, spanText, weekdayLetter } from "./calendar";
import type { Place } from "./count-geometry";
import { ChartLine, ChartText } from "./chart-text";
import { type DayMarker, Markers } from "./markers";
import type { usePlotCursor } from "./use-plot-cursor";
import { narrowBelow, useWidth } from "./use-width";
import { PlotFrame, Shade, Ticks } from "./plot-frame";

/** Markers reach above the plot, in pixels from the top of the picture. */
const markersTop = 30;

export type PlotArea = Place & {
  /** Width of a day's column and the plot's edges, in pixels. */
  step: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** x position at which the tested days begin. */
  split: number;
};

type DayPlotProps = {
  /** Describes the chart for screen readers. */
  label: string;
  /** The text to announce when the keyboard moves to a day. */
  announce: (index: number) => string;
  days: readonly string[];
  flagged: ReadonlySet<string>;
  /** Flagged days are marked in its color. */
  severity: "alert" | "warning";
  testedFrom: string;
  /** Number of days before the tested days in the whole series, including those not drawn. */
  baselineDays: number;
  axis: Axis;
  formatTick: (value: number) => string;
  cursor: ReturnType<typeof usePlotCursor>;
  /** Days on which something changed. */
  markers: readonly DayMarker[];
  children: (area: PlotArea) => ReactNode;
};

/**
 * The frame of a chart with one column per day: axis from 0, weekends, weekday letters, the dates of Mondays,
 * the line between baseline and tested days, and a cursor. It is a single tab stop that handles the arrow
 * keys, Home, End and Escape.
 */
export function DayPlot(props: DayPlotProps) {
  const { label, announce, days, axis, formatTick, cursor, children } = props;
  const [ref, width] = useWidth<HTMLDivElement>(860);
  const isNarrow = width < narrowBelow;
  const area = areaOf(props, width);
  return (
    <PlotFrame
      ref={ref}
      label={label}
      unit="day"
      announce={announce}
      count={days.length}
      area={area}
      width={width}
      height={area.bottom + 46}
      cursor={cursor}
    >
      {days.map((day, index) => isWeekend(day) && <Shade key={day} index={index} area={area} />)}
      <Ticks axis={axis} area={area} format={formatTick} />
      <DayLabels {...props} area={area} />
      <Windows {...props} area={area} isNarrow={isNarrow} />
      {children(area)}
      <Markers
        markers={props.markers
          .map(({ day, label }) => ({ label, index: days.indexOf(day) }))
          .filter(({ index }) => index >= 0)
          .map(({ index, ...marker }) => ({ ...marker, x: area.x(index) }))}
        area={{ ...area, top: markersTop }}
      />
    </PlotFrame>
  );
}

function areaOf({ days, testedFrom, axis }: DayPlotProps, width: number): PlotArea {
  const isNarrow = width < narrowBelow;
  const [left, right, top, height] = isNarrow ? [34, width - 10, 44, 184] : [44, width - 12, 46, 252];
  const band = scaleBand<number>().domain(days.keys()).range([left, right]);
  const value = scaleLinear()
    .domain([0, axis.max])
    .range([top + height, top]);
  const split = days.findIndex((day) => day >= testedFrom);
  return {
    left,
    right,
    top,
    bottom: top + height,
    step: band.step(),
    x: (index) => (band(index) ?? left) + band.bandwidth() / 2,
    y: (at) => value(at),
    split: band(Math.max(0, split)) ?? left,
  };
}

type PartProps = DayPlotProps & { area: PlotArea };

/** Smallest column width in pixels at which a weekday letter is legible. */
const letterWidth = 8;

const DayLabels = ({ days, flagged, severity, area }: PartProps) => (
  <>
    {days.map((day, index) => (
      <g key={day}>
        {area.step >= letterWidth && (
          <ChartText
            x={area.x(index)}
            y={area.bottom + 16}
            textAnchor="middle"
            size={10.5}
            weight={flagged.has(day) ? 700 : 400}
            color={flagged.has(day) ? `${severity}.fg` : "fg.subtle"}
          >
            {weekdayLetter(day)}
          </ChartText>
        )}
        {hasDate(days, index, area.step) && (
          <ChartText
            x={clamp(area.x(index), area.left + 18, area.right - 14)}
            y={area.bottom + (area.step >= letterWidth ? 35 : 18)}
            textAnchor="middle"
            fontSize={11.5}
            color="fg.subtle"
          >
            {formatShortProjectDay(day)}
          </ChartText>
        )}
      </g>
    ))}
  </>
);

/** Mondays show their date, or only every nth Monday if columns are too narrow for all. */
function hasDate(days: readonly string[], index: number, step: number): boolean {
  const day = days[index];
  if (!day || !isMonday(day)) return false;
  const every = Math.ceil(48 / (step * 7));
  const mondaysAfter = days.slice(index + 1).filter(isMonday).length;
  return mondaysAfter % every === 0;
}

/** The line between the baseline and the tested days, with a label for each. */
function Windows({ days, testedFrom, baselineDays, area, isNarrow }: PartProps & { isNarrow: boolean }) {
  const tested = days.filter((day) => day >= testedFrom).length;
  const before = `${spanText(baselineDays)} before`;
  const last = `last ${tested} days`;
  const room = area.right - area.split;
  const isTight = room < (isNarrow ? 74 : 128);
  return (
    <g>
      <ChartLine x={area.split} y={[isTight ? 20 : 4, area.bottom]} color="border.control" />
      <ChartText
        x={isTight ? area.left : area.split - 7}
        y={14}
        textAnchor={isTight ? "start" : "end"}
        color="fg.muted"
      >
        {isNarrow ? before : `Baseline: ${before}`}
      </ChartText>
      <ChartText
        x={isTight ? area.right : area.split + 7}
        y={14}
        textAnchor={isTight ? "end" : "start"}
        weight={560}
        color="fg"
      >
        {isNarrow ? `L${last.slice(1)}` : `Tested: ${last}`}
      </ChartText>
    </g>
  );
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
