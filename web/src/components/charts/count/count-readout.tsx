import { formatChange, formatRange, formatUpTo } from "@/lib/format";
import { changeOf, type CountDay } from "../plot/count-geometry";
import { colorVar } from "@/components/charts/plot/chart-text";
import { Swatch, type ReadoutEntry } from "../plot/readout";

/** Values of one day with samples of the lines. What is flagged has the color of its severity. */
export const countReadout = (day: CountDay, severity: "alert" | "warning"): ReadoutEntry[] => [
  {
    sample: <Stroke color={colorVar("fg")} width={2} />,
    name: "Observed",
    value: formatUpTo(day.observed, 0),
  },
  {
    sample: <Stroke color={colorVar("accent.line")} width={1.5} dash="2 2" />,
    name: "Expected",
    value: day.expected === null ? noValue : countText(day.expected),
  },
  { sample: <BandSample />, name: "Expected range", value: rangeText(day) },
  {
    sample: (
      <svg width={11} height={10}>
        <polygon points="0,0.5 11,0.5 5.5,9.5" fill={colorVar(`${severity}.solid`)} />
      </svg>
    ),
    name: "Flagged",
    value: day.isFlagged ? changeText(day) : noValue,
    color: day.isFlagged ? `${severity}.fg` : "fg.subtle",
  },
  { sample: <Swatch color="bg.muted" border="border" />, name: "Weekend" },
];

/** The text that a screen reader announces for a day. */
export const countAnnouncement = (title: string, day: CountDay): string =>
  [
    title,
    `observed ${formatUpTo(day.observed, 0)}`,
    day.expected === null ? "no expectation yet" : `expected ${countText(day.expected)}`,
    day.low === null ? "" : `range ${rangeText(day)}`,
    day.isFlagged ? `flagged ${changeText(day)}` : "",
    day.isProjectDay ? `whole project ${formatChange(day.projectChange * 100)}` : "",
  ]
    .filter(Boolean)
    .join(", ");

/** A count of events or profiles; values below 10 keep one decimal. */
export const countText = (count: number): string => formatUpTo(count, count < 10 ? 1 : 0);

export const rangeText = ({ low, high }: Pick<CountDay, "low" | "high">): string =>
  low === null || high === null ? noValue : formatRange(low, high, high < 10 ? 1 : 0);

export const changeText = (day: CountDay): string => {
  const change = changeOf(day);
  return change === null ? "baseline 0" : formatChange(change);
};

const noValue = "—";

export const Stroke = ({ color, width, dash }: { color: string; width: number; dash?: string }) => (
  <svg width={16} height={10}>
    <line x1={0} x2={16} y1={5} y2={5} stroke={color} strokeWidth={width} strokeDasharray={dash} />
  </svg>
);

export const BandSample = () => (
  <svg width={16} height={12}>
    <rect x={0} y={1} width={16} height={10} fill={colorVar("accent.line")} opacity={0.16} />
    <path d="M0 1.5h16M0 10.5h16" stroke={colorVar("accent.line")} />
  </svg>
);
