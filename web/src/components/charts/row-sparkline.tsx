import type { CountSeries, DistributionSeries, NullSeries, RowSeries } from "@contract/results";
import { countAxis, countPaths, plumbs, triangle } from "./count-geometry";
import { shownCells } from "./distribution-geometry";
import { ink } from "./ink";
import { nullShare } from "./null-geometry";

const width = 168;
const height = 36;
const sparkDays = 28;

type RowSparklineProps = {
  series: RowSeries;
  severity: "alert" | "warning" | "normal" | "inconclusive";
  /** A move of the whole project is drawn in its own colour. */
  isProject?: boolean;
};

/** A row's series at a glance, its last four weeks. Decorative: the figures stand beside it. */
export function RowSparkline({ series, severity, isProject = false }: RowSparklineProps) {
  const colour = isProject ? "info.solid" : severity === "warning" ? "warning.solid" : "alert.solid";
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      style={{ maxWidth: width, display: "block" }}
      aria-hidden
    >
      {series.kind === "counts" && <Counts series={series} colour={colour} />}
      {series.kind === "nulls" && <Nulls series={series} colour={colour} />}
      {series.kind === "distribution" && <Pairs series={series} />}
    </svg>
  );
}

function Counts({ series, colour }: { series: CountSeries; colour: string }) {
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
      <path d={paths.band} fill={ink("accent.line")} opacity={0.3} />
      <path d={paths.observed} fill="none" stroke={ink("fg")} strokeWidth={1.5} strokeLinejoin="round" />
      {plumbs(days, place).map(({ index, x, from, to, direction, isLastOfStreak }) => (
        <g key={index} fill={ink(colour)}>
          <line x1={x} x2={x} y1={from} y2={to} stroke={ink(colour)} strokeWidth={1.25} />
          {isLastOfStreak && <polygon points={triangle(x, to, direction, 3.5)} />}
        </g>
      ))}
    </>
  );
}

function Nulls({ series, colour }: { series: NullSeries; colour: string }) {
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
        fill={ink(day.isFlagged ? colour : "chart.baseline")}
      />
    );
  });
}

/** Cells that are worth a pair of bars at this size. */
const mostPairs = 8;

function Pairs({ series }: { series: DistributionSeries }) {
  const size = ({ before, after }: { before: number; after: number }) => Math.max(before, after);
  const all = shownCells(series);
  const kept = new Set([...all].sort((a, b) => size(b) - size(a)).slice(0, mostPairs));
  const cells = all.filter((cell) => kept.has(cell));
  const most = Math.max(...cells.map(size), 0.01);
  const step = Math.min(24, width / cells.length);
  const bar = (step - 6) / 2;
  const heightOf = (share: number) => (share / most) * (height - 3);
  return (
    <>
      <line
        x1={0}
        x2={cells.length * step}
        y1={height - 0.5}
        y2={height - 0.5}
        stroke={ink("border.emphasized")}
      />
      {cells.map((cell, index) => (
        <g key={cell.label}>
          <rect
            x={index * step}
            width={bar}
            y={height - heightOf(cell.before)}
            height={heightOf(cell.before)}
            fill={ink("chart.baseline")}
          />
          <rect
            x={index * step + bar + 1}
            width={bar}
            y={height - heightOf(cell.after)}
            height={heightOf(cell.after)}
            fill={ink(cell.moved ? "warning.solid" : "accent.line")}
          />
        </g>
      ))}
    </>
  );
}
