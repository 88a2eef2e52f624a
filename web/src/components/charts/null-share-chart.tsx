import { Box, Heading } from "@chakra-ui/react";
import type { NullSeries } from "@contract/results";
import { formatPercent, formatUpTo } from "@/lib/format";
import { dayTitle } from "./calendar";
import { lastWeeks } from "./count-geometry";
import { DayPlot, type PlotArea } from "./day-plot";
import { ChartText } from "./chart-text";
import { ink } from "./ink";
import {
  kindColour,
  kindShare,
  mainKind,
  nullAxis,
  nullKinds,
  nullShare,
  nullStack,
  type NullDay,
  type NullKind,
} from "./null-geometry";
import { Readout, Swatch, type ReadoutEntry } from "./readout";
import { restingDay, useDayCursor } from "./use-day-cursor";
import { narrowBelow, useWidth } from "./use-width";

type NullShareChartProps = { series: NullSeries; severity: "alert" | "warning" };

/** Share of rows without a value, a bar a day; what is flagged takes the colour of its severity. */
export function NullShareChart({ series, severity }: NullShareChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(860);
  const days = lastWeeks(series.days, series.tested.from, width < narrowBelow ? 3 : 5);
  const cursor = useDayCursor(days.length, restingDay(days));
  const shown = days[cursor.shown];
  const flagged = days.filter(({ isFlagged }) => isFlagged);
  const main = mainKind(days);
  return (
    <Box ref={ref}>
      <Heading as="h3" textStyle="cardSubtitle" mb="2">
        Null share per day
      </Heading>
      <Box borderTopWidth="1px" borderColor="border" mb="2">
        {shown && <Readout title={dayTitle(shown.day)} entries={readout(shown, severity, main)} />}
      </Box>
      <DayPlot
        label={`Null share per day, ${days.length} days, ${flagged.length} flagged`}
        announce={(index) => (days[index] ? spoken(days[index]) : "")}
        days={days.map(({ day }) => day)}
        flagged={new Set(flagged.map(({ day }) => day))}
        severity={severity}
        testedFrom={series.tested.from}
        baselineDays={series.days.filter(({ day }) => day < series.tested.from).length}
        axis={nullAxis(days, series.limitShare)}
        formatTick={(tick) => formatPercent(tick, tick % 1 === 0 ? 0 : 1)}
        cursor={cursor}
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
                main={main}
                isNarrow={width < narrowBelow}
                // Columns of a phone are narrower than a figure: a streak shows its last.
                isLabelled={area.step >= labelWidth(day) || !days[index + 1]?.isFlagged}
              />
            ))}
            {series.limitShare !== null && <Limit share={series.limitShare} area={area} />}
          </>
        )}
      </DayPlot>
    </Box>
  );
}

type BarProps = {
  day: NullDay;
  main: NullKind;
  index: number;
  area: PlotArea;
  severity: NullShareChartProps["severity"];
  isNarrow: boolean;
  isLabelled: boolean;
};

/** Pixels a column needs for the figure above its bar. */
const labelWidth = (day: NullDay): number => 3 + 7 * labelOf(day).length;

const labelOf = (day: NullDay): string => formatUpTo(nullShare(day) * 100, 0);

function Bar({ day, main, index, area, severity, isNarrow, isLabelled }: BarProps) {
  const width = Math.max(2, area.step * 0.62);
  const x = area.x(index) - width / 2;
  return (
    <g>
      {nullStack(day).map(({ kind, from, to }) => {
        // One kind of a flagged bar carries the severity; the others keep their own colour.
        const isMain = day.isFlagged && kind === main;
        return (
          <rect
            key={kind}
            x={x}
            width={width}
            y={area.y(to)}
            height={Math.max(0, area.y(from) - area.y(to))}
            fill={ink(isMain ? `${severity}.solid` : kindColour(kind, severity))}
          />
        );
      })}
      {day.isFlagged && isLabelled && (
        <ChartText
          x={area.x(index)}
          y={area.y(nullShare(day) * 100) - 6}
          textAnchor="middle"
          size={isNarrow ? 10.5 : 11.5}
          weight={620}
          colour={`${severity}.fg`}
          hasHalo
        >
          {labelOf(day)}
        </ChartText>
      )}
    </g>
  );
}

/** A dashed line across the tested days at the share from which a warning starts. */
const Limit = ({ share, area }: { share: number; area: PlotArea }) => (
  <g>
    <line
      x1={area.split}
      x2={area.right}
      y1={area.y(share * 100)}
      y2={area.y(share * 100)}
      stroke={ink("warning.solid")}
      strokeDasharray="4 3"
    />
    <ChartText
      x={area.split - 7}
      y={area.y(share * 100) + 4}
      textAnchor="end"
      size={11.5}
      weight={560}
      colour="warning.fg"
      hasHalo
    >
      {`Warning from ${formatPercent(share * 100)}`}
    </ChartText>
  </g>
);

const percent = (share: number): string => formatPercent(share * 100, 1);

const readout = (day: NullDay, severity: NullShareChartProps["severity"], main: NullKind): ReadoutEntry[] => [
  ...nullKinds.map(({ kind, name }) => ({
    sample: <Swatch colour={kindColour(kind, severity)} />,
    name,
    value: percent(kindShare(day, kind)),
  })),
  {
    sample: <Swatch colour={`${severity}.solid`} />,
    name: `Flagged day, ${nullKinds.find(({ kind }) => kind === main)?.name.toLowerCase() ?? ""}`,
    value: day.isFlagged ? percent(kindShare(day, main)) : "—",
    colour: day.isFlagged ? `${severity}.fg` : "fg.subtle",
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
