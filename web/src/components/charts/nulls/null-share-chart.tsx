import { Box, Flex } from "@chakra-ui/react";
import type { NullSeries } from "@contract/results";
import type { ReactNode } from "react";
import { formatPercent, formatUpTo } from "@/lib/format";
import { Subheading } from "@/components/ui/text";
import { dayTitle } from "../plot/calendar";
import { lastWeeks } from "../plot/count-geometry";
import type { DayMarker } from "../plot/markers";
import { DayPlot, type PlotArea } from "../plot/day-plot";
import { ChartLine, ChartText, colorVar } from "../plot/chart-text";
import {
  kindColor,
  kindShare,
  flaggedOpacity,
  nullAxis,
  nullShare,
  nullStack,
  type NullDay,
  nullKinds,
} from "./null-geometry";
import { Readout, Swatch, type ReadoutEntry } from "../plot/readout";
import { restingDay, usePlotCursor } from "../plot/use-plot-cursor";
import { narrowBelow, useWidth } from "../plot/use-width";

type NullShareChartProps = {
  series: NullSeries;
  severity: "alert" | "warning";
  /** Shown beside the title. */
  action?: ReactNode;
  markers?: readonly DayMarker[];
};

/** Share of events without a value, one bar per day; flagged days have the color of their severity. */
export function NullShareChart({ series, severity, action, markers = [] }: NullShareChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(860);
  const days = lastWeeks(series.days, series.tested.from, width < narrowBelow ? 3 : 5);
  const cursor = usePlotCursor(days.length, restingDay(days));
  const shown = days[cursor.shown];
  const flagged = days.filter(({ isFlagged }) => isFlagged);
  return (
    <Box ref={ref}>
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="2">
        <Subheading>Null share per day</Subheading>
        {action}
      </Flex>
      <Box borderTopWidth="1px" mb="2">
        {shown && <Readout title={dayTitle(shown.day)} entries={readout(shown, severity)} />}
      </Box>
      <DayPlot
        label={`Null share per day, ${days.length} days, ${flagged.length} flagged`}
        announce={(index) => (days[index] ? spoken(days[index]) : "")}
        days={days.map(({ day }) => day)}
        flagged={new Set(flagged.map(({ day }) => day))}
        severity={severity}
        testedFrom={series.tested.from}
        baselineDays={series.days.filter(({ day }) => day < series.tested.from).length}
        axis={nullAxis(days, highestLimit(series))}
        formatTick={(tick) => formatPercent(tick, tick % 1 === 0 ? 0 : 1)}
        cursor={cursor}
        markers={markers}
      >
        {(area) => (
          <>
            {days.map((day, index) => (
              <Bar
                key={day.day}
                day={day}
                index={index}
                area={area}
                severity={severity}
                isNarrow={width < narrowBelow}
                // A phone's columns are narrower than a figure, so only the last day of a streak is labeled.
                isLabelled={area.step >= labelWidth(day) || !days[index + 1]?.isFlagged}
              />
            ))}
            {limitsOf(series).map((limit) => (
              <Limit key={limit.severity} {...limit} area={area} />
            ))}
          </>
        )}
      </DayPlot>
    </Box>
  );
}

type BarProps = {
  day: NullDay;
  index: number;
  area: PlotArea;
  severity: NullShareChartProps["severity"];
  isNarrow: boolean;
  isLabelled: boolean;
};

/** Width in pixels that a column needs for the figure above its bar. */
const labelWidth = (day: NullDay): number => 3 + 7 * labelOf(day).length;

const labelOf = (day: NullDay): string => formatUpTo(nullShare(day) * 100, 0);

function Bar({ day, index, area, severity, isNarrow, isLabelled }: BarProps) {
  const width = Math.max(2, area.step * 0.62);
  const x = area.x(index) - width / 2;
  return (
    <g>
      {nullStack(day).map(({ kind, from, to }) => (
        <rect
          key={kind}
          x={x}
          width={width}
          y={area.y(to)}
          height={Math.max(0, area.y(from) - area.y(to))}
          fill={colorVar(day.isFlagged ? `${severity}.solid` : kindColor(kind))}
          fillOpacity={day.isFlagged ? flaggedOpacity(kind) : undefined}
        />
      ))}
      {day.isFlagged && isLabelled && (
        <ChartText
          x={area.x(index)}
          y={area.y(nullShare(day) * 100) - 6}
          textAnchor="middle"
          size={isNarrow ? 10.5 : 11.5}
          weight={620}
          color={`${severity}.fg`}
          hasHalo
        >
          {labelOf(day)}
        </ChartText>
      )}
    </g>
  );
}

type LimitLine = { severity: "alert" | "warning"; share: number };

/** The shares from which a finding is a warning or an alert; one line if they are the same. */
function limitsOf({ limitShare, alertShare }: NullSeries): LimitLine[] {
  const isOne = limitShare !== null && alertShare !== null && alertShare - limitShare < 0.005;
  return [
    ...(limitShare !== null && !isOne ? [{ severity: "warning" as const, share: limitShare }] : []),
    ...(alertShare !== null ? [{ severity: "alert" as const, share: alertShare }] : []),
  ];
}

const highestLimit = (series: NullSeries): number | null =>
  Math.max(0, ...limitsOf(series).map(({ share }) => share)) || null;

/**
 * A labeled dashed line across the tested days. One label is above its line and the other below, so that they
 * don't overlap.
 */
const Limit = ({ severity, share, area }: LimitLine & { area: PlotArea }) => (
  <g>
    <ChartLine
      x={[area.split, area.right]}
      y={area.y(share * 100)}
      color={`${severity}.solid`}
      strokeDasharray="4 3"
    />
    <ChartText
      x={area.split - 7}
      y={area.y(share * 100) + (severity === "alert" ? 0 : 8)}
      textAnchor="end"
      size={11.5}
      weight={560}
      color={`${severity}.fg`}
      hasHalo
    >
      {`${severity === "alert" ? "Alert" : "Warning"} from ${formatPercent(share * 100)}`}
    </ChartText>
  </g>
);

const percent = (share: number): string => formatPercent(share * 100, 1);

const readout = (day: NullDay, severity: NullShareChartProps["severity"]): ReadoutEntry[] => [
  ...nullKinds.map(({ kind, name }) => ({
    sample: <Swatch color={kindColor(kind)} />,
    name,
    value: percent(kindShare(day, kind)),
  })),
  {
    sample: <Swatch color={`${severity}.solid`} />,
    name: "Flagged day",
    value: day.isFlagged ? percent(nullShare(day)) : "—",
    color: day.isFlagged ? `${severity}.fg` : "fg.subtle",
  },
];

const spoken = (day: NullDay): string =>
  [
    dayTitle(day.day),
    `${percent(nullShare(day))} without a value of ${formatUpTo(day.rows, 0)}`,
    ...nullKinds.map(({ kind, name }) => `${name} ${percent(kindShare(day, kind))}`),
    day.isFlagged ? "flagged" : "",
  ]
    .filter(Boolean)
    .join(", ");
