import type { Onset } from "@contract/findings/finding";
import { formatChange } from "@/lib/format";
import { triangle, type CountDay, type CountPaths, type FlagMarker } from "../plot/count-geometry";
import type { PlotArea } from "../plot/day-plot";
import { ChartLine, ChartText, colorVar } from "../plot/chart-text";

type CountLayersProps = {
  area: PlotArea;
  days: readonly CountDay[];
  paths: CountPaths;
  flagMarkers: readonly FlagMarker[];
  severity: "alert" | "warning";
  testedFrom: string;
  clipId: string;
  onset: Onset | null | undefined;
};

/**
 * From back to front: band and expected line, project days, observed line, open dots on tested days, plumb
 * lines, the onset's tick.
 */
export const CountLayers = ({
  area,
  days,
  paths,
  flagMarkers,
  severity,
  testedFrom,
  clipId,
  onset,
}: CountLayersProps) => (
  <>
    <clipPath id={clipId}>
      <rect
        x={area.left}
        y={area.top - 1}
        width={area.right - area.left}
        height={area.bottom - area.top + 2}
      />
    </clipPath>
    <g clipPath={`url(#${clipId})`} fill="none" stroke={colorVar("accent.line")}>
      <path d={paths.band} fill={colorVar("accent.line")} fillOpacity={0.16} stroke="none" />
      <path d={paths.low} />
      <path d={paths.high} />
      <path d={paths.expected} strokeWidth={1.25} strokeDasharray="1.5 2.5" />
    </g>
    <ProjectDays area={area} days={days} />
    <path
      d={paths.observed}
      fill="none"
      stroke={colorVar("fg")}
      strokeWidth={1.75}
      strokeLinejoin="round"
      strokeLinecap="round"
    />
    {days.map((day, index) =>
      day.day >= testedFrom && !day.isFlagged ? (
        <circle
          key={day.day}
          cx={area.x(index)}
          cy={area.y(day.observed)}
          r={2.5}
          fill={colorVar("bg.panel")}
          stroke={colorVar("fg")}
          strokeWidth={1.25}
        />
      ) : null,
    )}
    {flagMarkers.map((marker) => (
      <FlagMarkerShape key={marker.index} marker={marker} area={area} severity={severity} />
    ))}
    {onset && (
      <OnsetTick
        place={days.findIndex(({ day }) => day === onset.day)}
        hour={onset.hour}
        area={area}
        color={`${severity}.fg`}
      />
    )}
  </>
);

type OnsetTickProps = { place: number; hour: string; area: PlotArea; color: string };

/** On the axis, within the column of its day. */
function OnsetTick({ place, hour, area, color }: OnsetTickProps) {
  if (place < 0) return null;
  const x = area.x(place) + area.step * (Number(hour.slice(0, 2)) / 24 - 0.5);
  return (
    <>
      <ChartLine x={x} y={[area.bottom - 12, area.bottom + 4]} color={color} strokeWidth={2} />
      <ChartText
        x={x - 5}
        y={area.bottom - 5}
        textAnchor="end"
        size={11.5}
        weight={600}
        color={color}
        hasHalo
      >
        {`since ${hour}`}
      </ChartText>
    </>
  );
}

type FlagMarkerShapeProps = { marker: FlagMarker; area: PlotArea; severity: CountLayersProps["severity"] };

const FlagMarkerShape = ({ marker, area, severity }: FlagMarkerShapeProps) => (
  <g fill={colorVar(`${severity}.solid`)} stroke="none">
    <ChartLine x={marker.x} y={[marker.from, marker.to]} color={`${severity}.solid`} strokeWidth={1.5} />
    <circle cx={marker.x} cy={marker.from} r={2} />
    <polygon points={triangle(marker.x, marker.to, marker.direction)} />
    {marker.isLastOfStreak && marker.change !== null && (
      <ChartText {...labelPlace(marker, area)} size={11.5} weight={620} color={`${severity}.fg`} hasHalo>
        {formatChange(marker.change)}
      </ChartText>
    )}
  </g>
);

/**
 * Places the label past the bob, or at the line's other end if the axis or the labels above are in the way.
 */
function labelPlace({ x, direction, clearOf }: FlagMarker, area: PlotArea) {
  const isDown = direction === "down";
  const beyond = isDown ? clearOf.bobs + 15 : clearOf.bobs - 7;
  const fits = isDown ? beyond < area.bottom - 3 : beyond > area.top + 8;
  const other = isDown ? clearOf.ends - 8 : clearOf.ends + 15;
  const isAtEdge = x + 18 > area.right;
  return {
    x: isAtEdge ? area.right + 3 : x,
    y: fits ? beyond : other,
    textAnchor: isAtEdge ? ("end" as const) : ("middle" as const),
  };
}

/** Places the label above its day, without crossing the line between baseline and tested days or the edge. */
function projectLabelPlace(x: number, { split, right }: PlotArea) {
  const half = 38;
  if (x > split && x - split < half) return { x: split + 7, textAnchor: "start" as const };
  if (x < split && split - x < half) return { x: split - 7, textAnchor: "end" as const };
  return { x: Math.min(x, right - half), textAnchor: "middle" as const };
}

/** Days on which the whole project changed. The project trend is already included in the expected value. */
const ProjectDays = ({ area, days }: { area: PlotArea; days: readonly CountDay[] }) => (
  <>
    {days.map((day, index) =>
      day.isProjectDay ? (
        <g key={day.day}>
          <ChartLine
            x={area.x(index)}
            y={[area.top - 10, area.y(day.expected ?? 0)]}
            color="info.solid"
            strokeWidth={1.25}
            strokeDasharray="1.5 2.5"
          />
          {!days[index - 1]?.isProjectDay && (
            <ChartText
              {...projectLabelPlace(area.x(index), area)}
              y={area.top - 15}
              size={11.5}
              weight={560}
              color="info.fg"
              hasHalo
            >
              {`Project ${formatChange(day.projectChange * 100)}`}
            </ChartText>
          )}
        </g>
      ) : null,
    )}
  </>
);
