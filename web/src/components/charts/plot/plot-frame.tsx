import { Box, chakra } from "@chakra-ui/react";
import type { PointerEvent, ReactNode, Ref } from "react";
import type { Axis } from "./axis";
import { ChartLine, ChartText, colorVar } from "./chart-text";
import type { usePlotCursor } from "./use-plot-cursor";
import { drawing } from "./use-width";

/** The plot's edges and a column's width and center, in pixels. */
type Columns = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  step: number;
  x: (index: number) => number;
  y: (value: number) => number;
};

type PlotFrameProps = {
  ref?: Ref<HTMLDivElement>;
  label: string;
  unit: "day" | "hour";
  /** The text to announce when the keyboard moves to a column. */
  announce: (index: number) => string;
  /** Number of columns. */
  count: number;
  area: Columns;
  width: number;
  height: number;
  cursor: ReturnType<typeof usePlotCursor>;
  children: ReactNode;
};

/** The picture of a chart with one column per day or hour, and its cursor: one tab stop that handles the cursor's keys. */
export const PlotFrame = ({
  ref,
  label,
  unit,
  announce,
  count,
  area,
  width,
  height,
  cursor,
  children,
}: PlotFrameProps) => {
  const pointAt = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - area.left;
    cursor.point(Math.max(0, Math.min(count - 1, Math.floor(x / area.step))));
  };
  return (
    <Box
      ref={ref}
      role="application"
      aria-roledescription="chart"
      aria-label={`${label}. Left and right arrow keys move by ${unit === "day" ? "a day" : "an hour"}.`}
      tabIndex={0}
      borderRadius="control"
      {...cursor.handlers}
    >
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden
        style={{ ...drawing, overflow: "visible" }}
        onPointerMove={pointAt}
        onPointerDown={pointAt}
      >
        {children}
        {cursor.active !== null && (
          <ChartLine
            x={area.x(cursor.active)}
            y={[area.top, area.bottom]}
            color="fg.muted"
            strokeDasharray="2 2"
          />
        )}
      </svg>
      <chakra.div srOnly role="status" aria-live="polite">
        {cursor.spoken === null ? "" : announce(cursor.spoken)}
      </chakra.div>
    </Box>
  );
};

type TicksProps = {
  axis: Axis;
  area: Pick<Columns, "left" | "right" | "y">;
  format: (value: number) => string;
};

/** The axis: a line and a label for each tick. */
export const Ticks = ({ axis, area, format }: TicksProps) =>
  axis.ticks.map((tick) => (
    <g key={tick}>
      <ChartLine
        x={[area.left, area.right]}
        y={area.y(tick)}
        color={tick === 0 ? "border.emphasized" : "border"}
      />
      <ChartText x={area.left - 9} y={area.y(tick) + 4} textAnchor="end" size={11.5} color="fg.subtle">
        {format(tick)}
      </ChartText>
    </g>
  ));

/** A gray column behind the lines. */
export const Shade = ({ index, area }: { index: number; area: Columns }) => (
  <rect
    x={area.left + index * area.step}
    y={area.top}
    width={area.step + 0.5}
    height={area.bottom - area.top}
    fill={colorVar("bg.muted")}
  />
);
