import type { SVGProps } from "react";
import { colorVar } from "./color-var";

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
