import { Box, Flex, Heading } from "@chakra-ui/react";
import type { FiguresOf } from "@contract/findings/finding";
import { formatNumber, formatRange, formatShortProjectDay } from "@/lib/format";
import { axisFromZero } from "../plot/axis";
import { ChartText } from "../plot/chart-text";
import { colorVar } from "../plot/color-var";
import { triangle } from "../plot/count-geometry";
import { BandSample, Stroke } from "../count/count-readout";
import { Markers } from "../plot/markers";
import { Readout, Swatch } from "../plot/readout";
import { SeriesTable } from "../plot/series-table";
import { drawing, narrowBelow, useWidth } from "../plot/use-width";
import { hourSlots, type HourSlot } from "./hour-slots";

/** A release, so many hours after the problem began. */
type HourMarker = { hoursAfterOnset: number; label: string };

type HourChartProps = {
  figures: FiguresOf<"hours">;
  severity: "alert" | "warning";
  /** The finding's last day. */
  day: string;
  markers: readonly HourMarker[];
};

const height = 250;
const margin = { top: 34, right: 8, bottom: 24, left: 44 };
const narrowHours = 24;

/**
 * Events per hour of the last tested day and of the day before, beside what is expected. The hours of the finding hang from the
 * expected value, as days do.
 */
export function HourChart({ figures, severity, day, markers }: HourChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(860);
  const { slots, onset, tested } = hourSlots(figures, day);
  const isNarrow = width < narrowBelow;
  const first = isNarrow ? Math.max(0, tested - narrowHours) : 0;
  const shown = slots.slice(first, isNarrow ? tested : undefined);
  const bottom = height - margin.bottom;
  const step = (width - margin.left - margin.right) / Math.max(1, shown.length);
  const x = (place: number) => margin.left + step * (place - first + 0.5);
  const axis = axisFromZero(
    Math.max(1, ...shown.flatMap(({ observed, high }) => [observed ?? 0, high ?? 0])),
    1,
  );
  const y = (rows: number) => margin.top + (bottom - margin.top) * (1 - rows / axis.max);
  const line = (value: (slot: HourSlot) => number | null) =>
    shown.flatMap((slot, place) => (value(slot) === null ? [] : [`${x(first + place)},${y(value(slot)!)}`]));
  const high = line((slot) => slot.high);
  const low = line((slot) => slot.low);
  const color = colorVar(`${severity}.solid`);
  const isIn = (place: number) => place >= first - 0.5 && place <= first + shown.length - 0.5;
  const lastHour = slots[tested - 1];
  return (
    <Box ref={ref}>
      <Heading as="h3" textStyle="cardSubtitle" mb="2">
        Events per hour
      </Heading>
      <Box borderTopWidth="1px" borderColor="border" mb="2">
        <Readout
          title={`Tested until ${figures.untilHour}`}
          entries={[
            {
              sample: <Stroke color={colorVar("fg")} width={2} />,
              name: "Observed",
              value: rowsText(lastHour?.observed),
            },
            {
              sample: <Stroke color={colorVar("accent.line")} width={1.5} dash="2 2" />,
              name: "Expected",
              value: rowsText(lastHour?.expected),
            },
            {
              sample: <BandSample />,
              name: "Expected range",
              value: rangeText(lastHour),
            },
            { sample: <Swatch color={`${severity}.solid`} />, name: "Flagged hours" },
          ]}
        />
      </Box>
      <svg
        width={width}
        height={height}
        style={drawing}
        role="img"
        aria-label={`Events per hour, tested until ${figures.untilHour}`}
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
        <polygon
          points={[...high, ...low.toReversed()].join(" ")}
          fill={colorVar("accent.line")}
          opacity={0.18}
        />
        <polyline
          points={line(({ expected }) => expected).join(" ")}
          fill="none"
          stroke={colorVar("accent.line")}
          strokeDasharray="1.5 3"
        />
        <polyline
          points={line(({ observed }) => observed).join(" ")}
          fill="none"
          stroke={colorVar("fg")}
          strokeWidth={1.75}
          strokeLinejoin="round"
        />
        {shown.map((slot, index) => {
          const place = first + index;
          if (place < onset || place >= tested || slot.observed === null) return null;
          const direction = slot.observed < (slot.expected ?? 0) ? "down" : "up";
          return (
            <g key={place}>
              <line
                x1={x(place)}
                x2={x(place)}
                y1={y(slot.expected ?? 0)}
                y2={y(slot.observed)}
                stroke={color}
                strokeWidth={1.5}
              />
              <polygon points={triangle(x(place), y(slot.observed), direction, 4)} fill={color} />
            </g>
          );
        })}
        {shown.map((slot, index) => {
          const place = first + index;
          const isMidnight = slot.hour === "00:00";
          return (
            <g key={place}>
              {isMidnight && (
                <>
                  <line
                    x1={x(place - 0.5)}
                    x2={x(place - 0.5)}
                    y1={margin.top - 22}
                    y2={bottom}
                    stroke={colorVar("fg.subtle")}
                  />
                  <ChartText x={x(place - 0.5) + 5} y={margin.top - 12} weight={slot.day === day ? 600 : 400}>
                    {formatShortProjectDay(slot.day)}
                  </ChartText>
                </>
              )}
              {Number(slot.hour.slice(0, 2)) % (isNarrow ? 6 : 3) === 0 && (
                <ChartText x={x(place)} y={height - 6} textAnchor="middle">
                  {slot.hour.slice(0, 2)}
                </ChartText>
              )}
            </g>
          );
        })}
        <Markers
          markers={markers
            .map(({ hoursAfterOnset, label }) => ({ place: onset + hoursAfterOnset, label }))
            .filter(({ place }) => isIn(place))
            .map(({ place, label }) => ({ label, x: x(place) }))}
          area={{ left: 0, right: width, top: margin.top, bottom }}
        />
      </svg>
      <Flex mt="2">
        <SeriesTable
          caption="Events per hour"
          columns={["Hour", "Observed", "Expected", "Expected range"]}
          rows={slots.map((slot) => [
            `${formatShortProjectDay(slot.day)}, ${slot.hour}`,
            rowsText(slot.observed),
            rowsText(slot.expected),
            rangeText(slot),
          ])}
        />
      </Flex>
    </Box>
  );
}

const rowsText = (rows: number | null | undefined): string =>
  rows === null || rows === undefined ? "—" : formatNumber(rows);

const rangeText = (slot: HourSlot | undefined): string =>
  slot?.low === null || slot?.low === undefined || slot.high === null
    ? "—"
    : formatRange(slot.low, slot.high);
