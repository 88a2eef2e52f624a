import type { SVGProps } from "react";

type ChartTextProps = SVGProps<SVGTextElement> & {
  /** In pixels; axis labels are 11.5. */
  size?: number;
  weight?: number;
  /** Color token. */
  color?: string;
  /** An outline in the panel's color, for labels that may overlap lines. */
  hasHalo?: boolean;
};

/**
 * Text inside a chart. Size and weight are set as styles because the app's CSS reset would override
 * attributes.
 */
export const ChartText = ({
  size = 11.5,
  weight = 400,
  color = "fg.subtle",
  hasHalo = false,
  ...rest
}: ChartTextProps) => (
  <text
    fill={colorVar(color)}
    style={{ fontSize: `${size}px`, fontWeight: weight }}
    {...(hasHalo ? { stroke: colorVar("bg.panel"), strokeWidth: 3, paintOrder: "stroke" } : {})}
    {...rest}
  />
);

/** A color token as a value for SVG attributes, so that charts follow the theme without a style per shape. */
export const colorVar = (token: string): string => `var(--chakra-colors-${token.replaceAll(".", "-")})`;

type ChartLineProps = Omit<SVGProps<SVGLineElement>, "x" | "y" | "color"> & {
  /** Where it is, or from where to where. */
  x: Span;
  y: Span;
  /** Color token. */
  color: string;
};
type Coordinate = number | string | undefined;
type Span = Coordinate | readonly [from: Coordinate, to: Coordinate];

/** A straight line inside a chart: an edge, a tick or what marks a day. */
export function ChartLine({ x, y, color, ...rest }: ChartLineProps) {
  const [[x1, x2], [y1, y2]] = [ends(x), ends(y)];
  return <line x1={x1} x2={x2} y1={y1} y2={y2} stroke={colorVar(color)} {...rest} />;
}

const ends = (span: Span): readonly [Coordinate, Coordinate] =>
  typeof span === "object" ? span : [span, span];
