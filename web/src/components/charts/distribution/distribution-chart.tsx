import { Box, Flex } from "@chakra-ui/react";
import { sizesText, timesText } from "@contract/findings/sizes";
import type { DistributionSeries } from "@contract/results";
import type { ReactNode } from "react";
import { formatNumber, formatPoints, formatUpTo } from "@/lib/format";
import { Subheading } from "@/components/ui/text";
import { axisFromZero } from "../plot/axis";
import { daysCounted, spanText } from "../plot/calendar";
import { shownCells, type ShownCell } from "./distribution-geometry";
import { ChartLine, ChartText, colorVar } from "../plot/chart-text";
import { EffectScale } from "./effect-scale";
import { Swatch } from "../plot/readout";
import { drawing, narrowBelow, useWidth } from "../plot/use-width";

type DistributionChartProps = {
  series: DistributionSeries;
  severity: "alert" | "warning";
  /** What is counted: "events", "profiles". */
  unit: string;
  /** Shown beside the title. */
  action?: ReactNode;
};

const rowHeight = 44;
const barHeight = 14;

/** Two distributions as paired bars, before above now. Changed values are amber and labeled. */
export function DistributionChart({ series, severity, unit, action }: DistributionChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(860);
  const isNarrow = width < narrowBelow;
  const cells = shownCells(series);
  const axis = axisFromZero(Math.min(100, 100 * Math.max(...cells.map((c) => Math.max(c.before, c.after)))));
  const labelWidth = isNarrow ? 74 : Math.min(180, 40 + 6.2 * Math.max(...cells.map((c) => c.label.length)));
  const [left, right] = [labelWidth + 10, width - (isNarrow ? 56 : 90)];
  // Leaves room for the value and the word beside the longest bar.
  const reach = right - left - (isNarrow ? 38 : 120);
  const x = (percent: number) => left + (percent / axis.max) * reach;
  const bottom = cells.length * rowHeight + 6;
  return (
    <Box ref={ref}>
      <Flex justify="space-between" align="center" wrap="wrap" gap="2" mb="3">
        <Subheading>
          Share of {unit} by {series.table === "form" ? "form of the value" : "value"}
        </Subheading>
        <Flex align="center" columnGap="4" rowGap="2" wrap="wrap">
          <Key series={series} unit={unit} />
          {action}
        </Flex>
      </Flex>
      <svg
        width={width}
        height={bottom + 24}
        viewBox={`0 0 ${width} ${bottom + 24}`}
        aria-hidden
        style={drawing}
      >
        {axis.ticks.map((tick) => (
          <g key={tick}>
            <ChartLine x={x(tick)} y={[0, bottom]} color={tick === 0 ? "border.emphasized" : "border"} />
            {(!isNarrow || tick % (axis.ticks[2] ?? 1) === 0) && (
              <ChartText
                x={x(tick)}
                y={bottom + 18}
                textAnchor="middle"
                size={11.5}
                color="fg.subtle"
              >{`${tick}%`}</ChartText>
            )}
          </g>
        ))}
        {cells.map((cell, index) => (
          <Pair
            key={cell.label}
            cell={cell}
            top={index * rowHeight + 6}
            x={x}
            left={left}
            width={width}
            isNarrow={isNarrow}
          />
        ))}
      </svg>
      <Box borderTopWidth="1px" mt="3" pt="4">
        {series.sizes ? (
          <Box textStyle="small">
            The numbers are {timesText(series.sizes)}: {sizesText(series.sizes)}.
          </Box>
        ) : (
          <EffectScale series={series} severity={severity} />
        )}
      </Box>
    </Box>
  );
}

type PairProps = {
  cell: ShownCell;
  top: number;
  x: (percent: number) => number;
  left: number;
  width: number;
  isNarrow: boolean;
};

function Pair({ cell, top, x, left, width, isNarrow }: PairProps) {
  const [before, after] = [cell.before * 100, cell.after * 100];
  const weight = cell.moved ? 620 : 400;
  const middle = top + barHeight + 5;
  const word = cell.moved && !isNarrow ? cell.moved : null;
  return (
    <g>
      <title>{cell.label}</title>
      <ChartText x={left - 12} y={middle} textAnchor="end" size={13} weight={weight} color="fg">
        {shortened(cell.label, isNarrow ? 12 : 28)}
      </ChartText>
      <rect
        x={left}
        y={top}
        width={Math.max(1, x(before) - left)}
        height={barHeight}
        fill={colorVar("chart.baseline")}
      />
      <rect
        x={left}
        y={top + barHeight + 2}
        width={Math.max(1, x(after) - left)}
        height={barHeight}
        fill={colorVar(cell.moved ? "warning.solid" : "accent.line")}
      />
      <ChartText x={x(before) + 6} y={top + 11} color="fg.subtle">
        {shareText(before)}
      </ChartText>
      <ChartText x={x(after) + 6} y={top + barHeight + 13} color="fg">
        {shareText(after)}
      </ChartText>
      {word && (
        <ChartText x={Math.max(x(before), x(after)) + 58} y={middle} size={11.5} color="warning.fg">
          {word}
        </ChartText>
      )}
      <ChartText
        x={width}
        y={middle}
        textAnchor="end"
        size={13}
        weight={weight}
        color={cell.moved ? "warning.fg" : "fg.muted"}
      >
        {formatPoints(cell.change, oneDigit(cell.change))}
      </ChartText>
    </g>
  );
}

const Key = ({ series: { reference, window }, unit }: { series: DistributionSeries; unit: string }) => (
  <Flex wrap="wrap" columnGap="4" rowGap="1" textStyle="caption" color="fg.muted">
    <KeyEntry
      color="chart.baseline"
      text={`${spanText(daysCounted(reference.from, reference.to))} before, ${formatNumber(reference.rows)} ${unit}`}
    />
    <KeyEntry
      color="accent.line"
      text={`Last ${spanText(daysCounted(window.from, window.to))}, ${formatNumber(window.rows)} ${unit}`}
    />
    <KeyEntry color="warning.solid" text="Changed" />
  </Flex>
);

const KeyEntry = ({ color, text }: { color: string; text: string }) => (
  <Flex align="center" gap="1.5">
    <Swatch color={color} />
    {text}
  </Flex>
);

/** '22%', '3.5%': one decimal below 10, unless it is zero. */
const shareText = (percent: number): string => `${formatUpTo(percent, percent < 10 ? 1 : 0)}%`;

const oneDigit = (value: number): number =>
  Math.abs(value) < 10 && Math.round(value * 10) % 10 !== 0 ? 1 : 0;
const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;
