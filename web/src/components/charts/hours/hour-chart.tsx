import { Box, Flex } from "@chakra-ui/react";
import type { HoursShown } from "@contract/findings/finding";
import { formatNumber, formatShortProjectDay, formatRange } from "@/lib/format";
import { SmallText, Subheading } from "@/components/ui/text";
import { axisFromZero } from "../plot/axis";
import { ChartLine, ChartText, colorVar } from "../plot/chart-text";
import { triangle } from "../plot/count-geometry";
import { type HourMarker, Markers } from "../plot/markers";
import { PlotFrame, Shade, Ticks } from "../plot/plot-frame";
import { Readout, Swatch, type ReadoutEntry } from "../plot/readout";
import { SeriesTable } from "../plot/series-table";
import { usePlotCursor } from "../plot/use-plot-cursor";
import { narrowBelow, useWidth } from "../plot/use-width";
import { hourSlots, type HourSlot, slotTitle } from "./hour-slots";
import { BandSample, Stroke } from "../count/count-readout";

type HourChartProps = {
  figures: HoursShown;
  severity: "alert" | "warning";
  /** The last of the two days. */
  day: string;
  markers: readonly HourMarker[];
};

const height = 250;
const margin = { top: 34, right: 8, bottom: 40, left: 44 };
const narrowHours = 24;

/** "Tested until 18:00: 443 events so far, 753 expected once all have arrived". */
function soFar({ ofDay: { observed, expected }, untilHour }: HoursShown): string {
  const sum = (rows: readonly number[]) =>
    formatNumber(rows.slice(0, observed.length).reduce((all, one) => all + one, 0));
  const events =
    expected.length > 0
      ? `: ${sum(observed)} events so far, ${sum(expected)} expected once all have arrived`
      : "";
  return `Tested until ${untilHour}${events}`;
}

/**
 * Events per hour of the last tested day and of the day before, beside what is expected. The hours of the finding hang from the
 * expected value, as days do. Hours whose events are still arriving are gray and have no line. One tab stop with the keys of
 * the chart of days.
 */
export function HourChart({ figures, severity, day, markers }: HourChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(860);
  const { slots, onset, tested } = hourSlots(figures, day);
  const isNarrow = width < narrowBelow;
  const end = tested + slots.filter(({ arrived }) => arrived !== null).length;
  const first = isNarrow ? Math.max(0, end - narrowHours) : 0;
  const shown = slots.slice(first, isNarrow ? end : undefined);
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
  const area = {
    ...margin,
    right: width - margin.right,
    bottom,
    step,
    y,
    x: (index: number) => x(first + index),
  };
  const arriving = shown.flatMap(({ arrived }, index) => (arrived === null ? [] : [index]));
  const cursor = usePlotCursor(shown.length, Math.max(0, tested - 1 - first));
  const current = shown[cursor.shown];
  const isWholeDay = figures.untilHour === "24:00";
  const label = isWholeDay ? "Events per hour" : `Events per hour, tested until ${figures.untilHour}`;
  return (
    <Box ref={ref}>
      <Flex justify="space-between" align="baseline" columnGap="3" wrap="wrap" mb="2">
        <Subheading>Events per hour</Subheading>
        {!isWholeDay && <SmallText>{soFar(figures)}</SmallText>}
      </Flex>
      <Box borderTopWidth="1px" mb="2">
        {current && (
          <Readout
            title={slotTitle(current)}
            entries={hourReadout(current, severity, {
              hasFlagged: figures.hours > 0,
              hasArriving: arriving.length > 0,
            })}
          />
        )}
      </Box>
      <PlotFrame
        label={label}
        unit="hour"
        announce={(index) => hourAnnouncement(shown[index]!)}
        count={shown.length}
        area={area}
        width={width}
        height={height}
        cursor={cursor}
      >
        {arriving.map((index) => (
          <Shade key={index} index={index} area={area} />
        ))}
        <Ticks axis={axis} area={area} format={formatNumber} />
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
          if (!slot.isFlagged || slot.observed === null) return null;
          const direction = slot.observed < (slot.expected ?? 0) ? "down" : "up";
          return (
            <g key={place}>
              <ChartLine
                x={x(place)}
                y={[y(slot.expected ?? 0), y(slot.observed)]}
                color={`${severity}.solid`}
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
                  <ChartLine x={x(place - 0.5)} y={[margin.top - 22, bottom]} color="fg.subtle" />
                  <ChartText x={x(place - 0.5) + 5} y={margin.top - 12} weight={slot.day === day ? 600 : 400}>
                    {formatShortProjectDay(slot.day)}
                  </ChartText>
                </>
              )}
              {Number(slot.hour.slice(0, 2)) % (isNarrow ? 6 : 3) === 0 && (
                <ChartText x={x(place)} y={bottom + 18} textAnchor="middle">
                  {slot.hour.slice(0, 2)}
                </ChartText>
              )}
            </g>
          );
        })}
        <Markers
          markers={markers
            .map(({ hoursAfterOnset, label }) => ({ place: onset + hoursAfterOnset, label }))
            .filter(({ place }) => figures.hours > 0 && isIn(place))
            .map(({ place, label }) => ({ label, x: x(place) }))}
          area={{ left: 0, right: width, top: margin.top, bottom }}
        />
        {figures.hours > 0 && isIn(onset - 0.5) && slots[onset] && (
          <ChartText x={x(onset)} y={height - 4} textAnchor="middle" weight={600} color={`${severity}.fg`}>
            {`since ${slots[onset].hour}`}
          </ChartText>
        )}
      </PlotFrame>
      <Flex mt="2">
        <SeriesTable
          caption="Events per hour"
          columns={["Hour", "Observed", "Expected", "Expected range"]}
          rows={slots.map(hourCells)}
        />
      </Flex>
    </Box>
  );
}

/** Values of one hour with samples of what is drawn. */
const hourReadout = (
  slot: HourSlot,
  severity: "alert" | "warning",
  { hasFlagged, hasArriving }: { hasFlagged: boolean; hasArriving: boolean },
): ReadoutEntry[] => [
  { sample: <Stroke color={colorVar("fg")} width={2} />, name: "Observed", value: observedText(slot) },
  {
    sample: <Stroke color={colorVar("accent.line")} width={1.5} dash="2 2" />,
    name: "Expected",
    value: rowsText(slot.expected),
  },
  { sample: <BandSample />, name: "Expected range", value: rangeText(slot) },
  ...(hasFlagged ? [{ sample: <Swatch color={`${severity}.solid`} />, name: "Flagged hours" }] : []),
  ...(hasArriving ? [{ sample: <Swatch color="bg.muted" border="border" />, name: "Still arriving" }] : []),
];

/** The text that a screen reader announces for an hour. */
const hourAnnouncement = (slot: HourSlot): string =>
  [
    slotTitle(slot),
    slot.observed === null && slot.arrived === null ? "not tested yet" : `observed ${observedText(slot)}`,
    slot.expected === null ? "" : `expected ${rowsText(slot.expected)}`,
    slot.low === null ? "" : `range ${rangeText(slot)}`,
    slot.isFlagged ? "flagged" : "",
  ]
    .filter(Boolean)
    .join(", ");

/** The cells of an hour in the chart's table. */
const hourCells = (slot: HourSlot): string[] => [
  slotTitle(slot),
  observedText(slot),
  rowsText(slot.expected),
  rangeText(slot),
];

const observedText = ({ observed, arrived }: HourSlot): string =>
  arrived === null ? rowsText(observed) : `${formatNumber(arrived)}, still arriving`;

const rowsText = (rows: number | null): string => (rows === null ? "—" : formatNumber(rows));

const rangeText = ({ low, high }: HourSlot): string =>
  low === null || high === null ? "—" : formatRange(low, high);
