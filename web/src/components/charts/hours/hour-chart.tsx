import { Box, Flex, Heading } from "@chakra-ui/react";
import type { FiguresOf } from "@contract/findings/finding";
import { formatNumber } from "@/lib/format";
import { axisFromZero } from "../plot/axis";
import { ChartText } from "../plot/chart-text";
import { colorVar } from "../plot/color-var";
import { Readout, Swatch } from "../plot/readout";
import { SeriesTable } from "../plot/series-table";
import { drawing, narrowBelow, useWidth } from "../plot/use-width";

type HourChartProps = { figures: FiguresOf<"hours">; severity: "alert" | "warning" };

const height = 220;
const margin = { top: 12, right: 8, bottom: 24, left: 44 };

/** Events per hour of the last tested day, with the hours of the finding in its color, and of the day before as a line. */
export function HourChart({ figures, severity }: HourChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(860);
  const { countsOfDay: today, countsOfDayBefore: before, hours, untilHour } = figures;
  const slots = Math.max(today.length, before.length, 24);
  const axis = axisFromZero(Math.max(...today, ...before), 1);
  const step = (width - margin.left - margin.right) / slots;
  const x = (hour: number) => margin.left + step * (hour + 0.5);
  const y = (rows: number) => margin.top + (height - margin.top - margin.bottom) * (1 - rows / axis.max);
  const firstFlagged = today.length - hours;
  const color = colorVar(`${severity}.solid`);
  const labelEvery = width < narrowBelow ? 6 : 3;
  return (
    <Box ref={ref}>
      <Heading as="h3" textStyle="cardSubtitle" mb="2">
        Events per hour
      </Heading>
      <Box borderTopWidth="1px" borderColor="border" mb="2">
        <Readout
          title={`Tested until ${untilHour}`}
          entries={[
            { sample: <Swatch color="chart.baseline" />, name: "This day" },
            { sample: <Swatch color={`${severity}.solid`} />, name: "Flagged hours" },
            { sample: <Swatch color="accent.line" />, name: "The day before" },
          ]}
        />
      </Box>
      <svg
        width={width}
        height={height}
        style={drawing}
        role="img"
        aria-label={`Events per hour, tested until ${untilHour}`}
      >
        {axis.ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={margin.left}
              x2={width - margin.right}
              y1={y(tick)}
              y2={y(tick)}
              stroke={colorVar("border")}
            />
            <ChartText x={margin.left - 6} y={y(tick) + 4} textAnchor="end">
              {formatNumber(tick)}
            </ChartText>
          </g>
        ))}
        {today.map((rows, hour) => {
          const isFlagged = hour >= firstFlagged;
          return (
            <rect
              key={hour}
              x={x(hour) - step * 0.35}
              width={step * 0.7}
              y={isFlagged ? Math.min(y(rows), y(0) - 3) : y(rows)}
              height={isFlagged ? Math.max(3, y(0) - y(rows)) : y(0) - y(rows)}
              fill={isFlagged ? color : colorVar("chart.baseline")}
            />
          );
        })}
        <polyline
          points={before.map((rows, hour) => `${x(hour)},${y(rows)}`).join(" ")}
          fill="none"
          stroke={colorVar("accent.line")}
          strokeWidth={1.5}
          strokeDasharray="3 3"
        />
        {Array.from({ length: slots }, (_, hour) => hour)
          .filter((hour) => hour % labelEvery === 0)
          .map((hour) => (
            <ChartText key={hour} x={x(hour)} y={height - 6} textAnchor="middle">
              {clock(hour)}
            </ChartText>
          ))}
      </svg>
      <Flex mt="2">
        <SeriesTable
          caption="Events per hour"
          columns={["Hour", "This day", "The day before"]}
          rows={Array.from({ length: slots }, (_, hour) => [
            `${clock(hour)}:00`,
            countAt(today, hour),
            countAt(before, hour),
          ])}
        />
      </Flex>
    </Box>
  );
}

const clock = (hour: number): string => String(hour).padStart(2, "0");

const countAt = (counts: readonly number[], hour: number): string =>
  counts[hour] === undefined ? "—" : formatNumber(counts[hour]);
