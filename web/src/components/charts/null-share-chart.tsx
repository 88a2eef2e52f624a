import { Box, Heading } from "@chakra-ui/react";
import type { NullSeries } from "@contract/results";
import { formatPercent, formatUpTo } from "@/lib/format";
import { dayTitle } from "./calendar";
import { lastWeeks } from "./count-geometry";
import { DayPlot, type PlotArea } from "./day-plot";
import { ink } from "./ink";
import { kindShare, nullAxis, nullKinds, nullShare, nullStack, type NullDay } from "./null-geometry";
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
  return (
    <Box ref={ref}>
      <Heading as="h3" textStyle="cardSubtitle" mb="2">
        Null share per day
      </Heading>
      <Box borderTopWidth="1px" borderColor="border" mb="2">
        {shown && <Readout title={dayTitle(shown.day)} entries={readout(shown, severity)} />}
      </Box>
      <DayPlot
        label={`Null share per day, ${days.length} days, ${flagged.length} flagged`}
        announce={(index) => (days[index] ? spoken(days[index]) : "")}
        days={days.map(({ day }) => day)}
        flagged={new Set(flagged.map(({ day }) => day))}
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
                isNarrow={width < narrowBelow}
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
  index: number;
  area: PlotArea;
  severity: NullShareChartProps["severity"];
  isNarrow: boolean;
};

function Bar({ day, index, area, severity, isNarrow }: BarProps) {
  const width = Math.max(2, area.step * 0.62);
  const x = area.x(index) - width / 2;
  return (
    <g>
      {nullStack(day).map(({ kind, from, to }, place) => {
        // The largest part of a flagged bar carries the severity; the small ones keep their kind.
        const isMain = day.isFlagged && kindShare(day, kind) >= nullShare(day) / 2;
        return (
          <rect
            key={kind}
            x={x}
            width={width}
            y={area.y(to)}
            height={Math.max(0, area.y(from) - area.y(to))}
            fill={ink(isMain ? `${severity}.solid` : (nullKinds[place]?.colour ?? "fg.subtle"))}
          />
        );
      })}
      {day.isFlagged && (
        <text
          x={area.x(index)}
          y={area.y(nullShare(day) * 100) - 6}
          textAnchor="middle"
          fontSize={isNarrow ? 10.5 : 11.5}
          fontWeight={620}
          fill={ink(`${severity}.fg`)}
          stroke={ink("bg.panel")}
          strokeWidth={3}
          paintOrder="stroke"
        >
          {formatUpTo(nullShare(day) * 100, 0)}
        </text>
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
      stroke={ink("alert.solid")}
      strokeDasharray="4 3"
    />
    <text
      x={area.split - 7}
      y={area.y(share * 100) + 4}
      textAnchor="end"
      fontSize={11.5}
      fontWeight={560}
      fill={ink("alert.fg")}
      stroke={ink("bg.panel")}
      strokeWidth={3}
      paintOrder="stroke"
    >
      {`Warning from ${formatPercent(share * 100)}`}
    </text>
  </g>
);

const percent = (share: number): string => formatPercent(share * 100, 1);

const readout = (day: NullDay, severity: NullShareChartProps["severity"]): ReadoutEntry[] => [
  ...nullKinds.map(({ kind, name, colour }) => ({
    sample: <Swatch colour={colour} />,
    name,
    value: percent(kindShare(day, kind)),
  })),
  {
    sample: <Swatch colour={`${severity}.solid`} />,
    name: "Flagged day",
    value: day.isFlagged ? percent(nullShare(day)) : "—",
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
