import { causePercent } from "@contract/findings/cause-text";
import { Box, chakra, Flex } from "@chakra-ui/react";
import type { SegmentBreakdown } from "@contract/results";
import { scaleBand, scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { formatCompact, formatPercent, formatShortProjectDay } from "@/lib/format";
import type { Axis } from "../plot/axis";
import { isMonday, isWeekend } from "../plot/calendar";
import { ChartLine, ChartText, colorVar } from "../plot/chart-text";
import { drawing, useWidth } from "../plot/use-width";
import { FromTo } from "@/components/badges/arrow";
import { Shade, Ticks } from "../plot/plot-frame";
import { changeInside, plotted, segmentLabel, type BrokenDown } from "./segment-geometry";

type PanelDay = { day: string; index: number; isFlagged: boolean };

type SegmentPanelProps = {
  segment: BrokenDown;
  measure: SegmentBreakdown["measure"];
  /** The days to draw, with their index in the segment's values. */
  days: readonly PanelDay[];
  testedFrom: string;
  axis: Axis;
  severity: "alert" | "warning";
  /** What the percentage beside the name is a share of, as text after it; shown only once. */
  shareOf: string;
};

const [left, edge, top, height, dates] = [42, 4, 6, 74, 20];

/**
 * A small chart of one segment's days. Flagged days have the color of their severity, but only in named
 * segments.
 */
export function SegmentPanel(props: SegmentPanelProps) {
  const { segment, measure, days, shareOf, severity } = props;
  const [ref, width] = useWidth<HTMLDivElement>(250);
  const change = changeInside(measure, segment, days.filter(({ isFlagged }) => isFlagged).length);
  const name = segmentLabel(segment);
  const share = causePercent(segment.usual);
  const spoken = [change.from, change.to].filter((text) => text !== null).join(" to ");
  return (
    <Box as="li" minW="0">
      <Flex justify="space-between" gap="2" textStyle="small">
        <Box minW="0" truncate title={name}>
          <b>{name}</b>{" "}
          <chakra.span color="fg.muted">
            {share}
            {shareOf}
          </chakra.span>
        </Box>
        <Box fontWeight="600" color={segment.isNamed ? `${severity}.fg` : "fg"}>
          <FromTo {...change} />
        </Box>
      </Flex>
      <Box ref={ref} role="img" aria-label={`${name}, ${days.length} days: ${spoken}`}>
        <Plot {...props} width={width} />
      </Box>
    </Box>
  );
}

function Plot({
  segment,
  measure,
  days,
  testedFrom,
  axis,
  severity,
  width,
}: SegmentPanelProps & { width: number }) {
  const right = width - edge;
  const bottom = top + height;
  const band = scaleBand<number>().domain(days.keys()).range([left, right]);
  const y = scaleLinear().domain([0, axis.max]).range([bottom, top]);
  const area = {
    left,
    right,
    top,
    bottom,
    step: band.step(),
    x: (at: number) => (band(at) ?? left) + band.bandwidth() / 2,
    y: (value: number) => y(plotted(measure, value)),
  };
  const split = days.findIndex(({ day }) => day >= testedFrom);
  const mondays = days.flatMap(({ day }, at) => (isMonday(day) ? [at] : []));
  const every = Math.ceil(70 / (area.step * 7));
  return (
    <svg
      width={width}
      height={bottom + dates}
      viewBox={`0 0 ${width} ${bottom + dates}`}
      aria-hidden
      style={drawing}
    >
      {days.map(({ day }, at) => isWeekend(day) && <Shade key={day} index={at} area={area} />)}
      <Ticks
        axis={axis}
        area={{ left, right, y }}
        format={measure === "events" ? formatCompact : formatPercent}
      />
      {mondays
        .filter((_, rank) => (mondays.length - 1 - rank) % every === 0)
        .map((at) => (
          <ChartText
            key={at}
            x={Math.min(area.x(at), right - 18)}
            y={bottom + 16}
            textAnchor="middle"
            size={11}
          >
            {formatShortProjectDay(days[at]!.day)}
          </ChartText>
        ))}
      {split >= 0 && <ChartLine x={band(split)} y={[0, bottom]} color="border.control" />}
      {measure === "events" ? (
        <Lines segment={segment} days={days} place={area} severity={severity} />
      ) : (
        <Bars segment={segment} days={days} place={area} severity={severity} />
      )}
    </svg>
  );
}

type Place = { step: number; x: (at: number) => number; y: (value: number) => number; bottom: number };
type SeriesProps = Pick<SegmentPanelProps, "segment" | "days" | "severity"> & { place: Place };

const isMarked = (segment: BrokenDown, { isFlagged }: PanelDay): boolean => segment.isNamed && isFlagged;

function Bars({ segment, days, severity, place: { step, x, y, bottom } }: SeriesProps) {
  const width = Math.max(1.5, step * 0.62);
  return days.map((day, at) => {
    const value = segment.daily[day.index];
    if (value === null || value === undefined) return null;
    const tip = Math.min(y(value), bottom - 1);
    return (
      <rect
        key={day.day}
        x={x(at) - width / 2}
        width={width}
        y={tip}
        height={bottom - tip}
        fill={colorVar(isMarked(segment, day) ? `${severity}.solid` : "chart.baseline")}
      />
    );
  });
}

function Lines({ segment, days, severity, place: { x, y } }: SeriesProps) {
  const pathOf = (values: readonly (number | null)[]): string =>
    line<PanelDay>()
      .defined(({ index }) => (values[index] ?? null) !== null)
      .x((_, at) => x(at))
      .y(({ index }) => y(values[index] ?? 0))([...days]) ?? "";
  const { daily, expectedDaily } = segment;
  return (
    <g fill="none" strokeLinejoin="round">
      {expectedDaily && (
        <path
          d={pathOf(expectedDaily)}
          stroke={colorVar("accent.line")}
          strokeWidth={1.25}
          strokeDasharray="1.5 2.5"
        />
      )}
      <path
        d={pathOf(daily)}
        stroke={colorVar(segment.isNamed ? "fg" : "chart.baseline")}
        strokeWidth={1.5}
      />
      {days.map((day, at) => {
        const expected = expectedDaily?.[day.index] ?? null;
        const observed = daily[day.index] ?? null;
        if (!isMarked(segment, day) || observed === null) return null;
        const color = colorVar(`${severity}.solid`);
        return (
          <g key={day.day} stroke={color} strokeWidth={1.25}>
            {expected !== null && <line x1={x(at)} x2={x(at)} y1={y(expected)} y2={y(observed)} />}
            <circle cx={x(at)} cy={y(observed)} r={2} fill={color} />
          </g>
        );
      })}
    </g>
  );
}
