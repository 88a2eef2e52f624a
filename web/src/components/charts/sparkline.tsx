import { Box, Flex } from "@chakra-ui/react";
import type { CountSeries, DistributionSeries, NullSeries, RowSeries } from "@contract/results";
import { countAxis, countPaths, flagMarkers, triangle } from "./plot/count-geometry";
import { shownCells } from "./distribution/distribution-geometry";
import { ChartLine, colorVar } from "./plot/chart-text";
import { nullShare } from "./nulls/null-geometry";

type Size = { width: number; height: number };
const small: Size = { width: 168, height: 36 };
const sparkDays = 28;

type SparklineProps = {
  series: RowSeries;
  severity: "alert" | "warning" | "normal" | "inconclusive";
  /** A change of the whole project is drawn in its own color. */
  isProject?: boolean;
  /** True if somebody has dealt with it: no day is colored. */
  isQuiet?: boolean;
  /** The drawn size in pixels; it shrinks with its container. */
  size?: Size;
};

/** The last four weeks of a finding's series at a glance. Decorative, since the figures are beside it. */
export function Sparkline({
  series,
  severity,
  isProject = false,
  isQuiet = false,
  size = small,
}: SparklineProps) {
  const color = isQuiet
    ? "chart.baseline"
    : isProject
      ? "info.solid"
      : severity === "warning"
        ? "warning.solid"
        : "alert.solid";
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      width="100%"
      style={{ maxWidth: size.width, display: "block" }}
      aria-hidden
    >
      {series.kind === "counts" && <Counts series={series} color={color} size={size} />}
      {series.kind === "nulls" && <Nulls series={series} color={color} size={size} />}
      {series.kind === "distribution" && <Pairs series={series} size={size} />}
    </svg>
  );
}

/** The legend for sparklines of one kind, shown once above a list of them. */
export const SparklineKey = ({ kind }: { kind: RowSeries["kind"] }) => (
  <Flex columnGap="3" rowGap="1" wrap="wrap" textStyle="caption" color="fg.muted" aria-hidden>
    {keys[kind].map(({ word, mark }) => (
      <Flex key={word} align="center" gap="1.5">
        <Box width="10px" flexShrink={0} {...mark} />
        {word}
      </Flex>
    ))}
  </Flex>
);

const square = { height: "9px", borderRadius: "2px" };
const flagged = { word: "flagged day", mark: { ...square, bg: "alert.solid" } };
const keys = {
  counts: [
    { word: "observed, last 4 weeks", mark: { height: "2px", bg: "fg" } },
    { word: "expected range", mark: { ...square, bg: "accent.line", opacity: 0.3 } },
    flagged,
  ],
  nulls: [{ word: "share missing, last 4 weeks", mark: { ...square, bg: "chart.baseline" } }, flagged],
  distribution: [
    { word: "before", mark: { ...square, bg: "chart.baseline" } },
    { word: "now", mark: { ...square, bg: "accent.line" } },
    { word: "changed value", mark: { ...square, bg: "warning.solid" } },
  ],
} as const;

type Part<S> = { series: S; color: string; size: Size };

function Counts({ series, color, size: { width, height } }: Part<CountSeries>) {
  const days = series.days.slice(-sparkDays);
  const { max } = countAxis(days);
  const top = Math.max(1, ...days.map(({ observed, high }) => Math.max(observed, Math.min(high ?? 0, max))));
  const place = {
    x: (index: number) => 4 + (index * (width - 8)) / Math.max(1, days.length - 1),
    y: (value: number) => height - 5 - (Math.min(value, top) / top) * (height - 10),
  };
  const paths = countPaths(days, place);
  return (
    <>
      <path d={paths.band} fill={colorVar("accent.line")} opacity={0.3} />
      <path d={paths.observed} fill="none" stroke={colorVar("fg")} strokeWidth={1.5} strokeLinejoin="round" />
      {flagMarkers(days, place).map(({ index, x, from, to, direction, isLastOfStreak }) => (
        <g key={index} fill={colorVar(color)}>
          <ChartLine x={x} y={[from, to]} color={color} strokeWidth={1.25} />
          {isLastOfStreak && <polygon points={triangle(x, to, direction, 3.5)} />}
        </g>
      ))}
    </>
  );
}

function Nulls({ series, color, size: { width, height } }: Part<NullSeries>) {
  const days = series.days.slice(-sparkDays);
  const most = Math.max(0.05, ...days.map(nullShare));
  const step = width / days.length;
  return days.map((day, index) => {
    const bar = Math.max(1.5, (nullShare(day) / most) * (height - 2));
    return (
      <rect
        key={day.day}
        x={index * step}
        width={step - 1.5}
        y={height - bar}
        height={bar}
        fill={colorVar(day.isFlagged ? color : "chart.baseline")}
      />
    );
  });
}

/** The most cells that get a pair of bars at this size. */
const maxPairs = 8;

function Pairs({ series, size: { width, height } }: Omit<Part<DistributionSeries>, "color">) {
  const sizeOf = ({ before, after }: { before: number; after: number }) => Math.max(before, after);
  const all = shownCells(series);
  const kept = new Set([...all].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, maxPairs));
  const cells = all.filter((cell) => kept.has(cell));
  const most = Math.max(...cells.map(sizeOf), 0.01);
  const step = Math.min(width / 7, width / cells.length);
  const bar = (step - 6) / 2;
  const heightOf = (share: number) => (share / most) * (height - 3);
  return (
    <>
      <ChartLine x={[0, cells.length * step]} y={height - 0.5} color="border.emphasized" />
      {cells.map((cell, index) => (
        <g key={cell.label}>
          <rect
            x={index * step}
            width={bar}
            y={height - heightOf(cell.before)}
            height={heightOf(cell.before)}
            fill={colorVar("chart.baseline")}
          />
          <rect
            x={index * step + bar + 1}
            width={bar}
            y={height - heightOf(cell.after)}
            height={heightOf(cell.after)}
            fill={colorVar(cell.moved ? "warning.solid" : "accent.line")}
          />
        </g>
      ))}
    </>
  );
}
