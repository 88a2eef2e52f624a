import { formatChange } from "@/lib/format";
import { triangle, type CountDay, type CountPaths, type Plumb } from "./count-geometry";
import type { PlotArea } from "./day-plot";
import { ink } from "./ink";

type CountLayersProps = {
  area: PlotArea;
  days: readonly CountDay[];
  paths: CountPaths;
  plumbs: readonly Plumb[];
  testedFrom: string;
  clipId: string;
};

/** Band, lines, open dots on tested days, project days, plumb lines; from back to front. */
export const CountLayers = ({ area, days, paths, plumbs, testedFrom, clipId }: CountLayersProps) => (
  <>
    <clipPath id={clipId}>
      <rect
        x={area.left}
        y={area.top - 1}
        width={area.right - area.left}
        height={area.bottom - area.top + 2}
      />
    </clipPath>
    <g clipPath={`url(#${clipId})`} fill="none" stroke={ink("accent.line")}>
      <path d={paths.band} fill={ink("accent.line")} fillOpacity={0.16} stroke="none" />
      <path d={paths.low} />
      <path d={paths.high} />
      <path d={paths.expected} strokeWidth={1.25} strokeDasharray="1.5 2.5" />
    </g>
    <ProjectDays area={area} days={days} />
    <path
      d={paths.observed}
      fill="none"
      stroke={ink("fg")}
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
          fill={ink("bg.panel")}
          stroke={ink("fg")}
          strokeWidth={1.25}
        />
      ) : null,
    )}
    {plumbs.map((plumb) => (
      <PlumbMark key={plumb.index} plumb={plumb} area={area} />
    ))}
  </>
);

const PlumbMark = ({ plumb, area }: { plumb: Plumb; area: PlotArea }) => (
  <g fill={ink("alert.solid")} stroke="none">
    <line
      x1={plumb.x}
      x2={plumb.x}
      y1={plumb.from}
      y2={plumb.to}
      stroke={ink("alert.solid")}
      strokeWidth={1.5}
    />
    <circle cx={plumb.x} cy={plumb.from} r={2} />
    <polygon points={triangle(plumb.x, plumb.to, plumb.direction)} />
    {plumb.isLastOfStreak && plumb.change !== null && (
      <text
        {...labelPlace(plumb, area)}
        fontSize={11.5}
        fontWeight={620}
        fill={ink("alert.fg")}
        stroke={ink("bg.panel")}
        strokeWidth={3}
        paintOrder="stroke"
      >
        {formatChange(plumb.change)}
      </text>
    )}
  </g>
);

/** Beyond the bob; beside it where the axis or the labels above would be in the way. */
function labelPlace({ x, to, direction }: Plumb, area: PlotArea) {
  const beyond = direction === "down" ? to + 15 : to - 7;
  const fits = direction === "down" ? beyond < area.bottom - 3 : beyond > area.top + 8;
  if (!fits) return { x: x - 9, y: direction === "down" ? to - 4 : to + 12, textAnchor: "end" as const };
  const isAtEdge = x + 18 > area.right;
  return {
    x: isAtEdge ? area.right + 3 : x,
    y: beyond,
    textAnchor: isAtEdge ? ("end" as const) : ("middle" as const),
  };
}

/** A day on which the whole project moved: its factor is already in the expectation. */
const ProjectDays = ({ area, days }: { area: PlotArea; days: readonly CountDay[] }) => (
  <>
    {days.map((day, index) =>
      day.isProjectDay ? (
        <g key={day.day}>
          <line
            x1={area.x(index)}
            x2={area.x(index)}
            y1={area.top - 10}
            y2={area.y(day.expected ?? 0)}
            stroke={ink("info.solid")}
            strokeWidth={1.25}
            strokeDasharray="1.5 2.5"
          />
          {!days[index - 1]?.isProjectDay && (
            <text
              x={Math.min(area.x(index), area.right - 38)}
              y={area.top - 15}
              textAnchor="middle"
              fontSize={11.5}
              fontWeight={560}
              fill={ink("info.fg")}
              stroke={ink("bg.panel")}
              strokeWidth={3}
              paintOrder="stroke"
            >
              {`Project ${formatChange(day.projectChange * 100)}`}
            </text>
          )}
        </g>
      ) : null,
    )}
  </>
);
