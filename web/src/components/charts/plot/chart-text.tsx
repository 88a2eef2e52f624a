import type { SVGProps } from "react";
import { colorVar } from "./color-var";

type ChartTextProps = SVGProps<SVGTextElement> & {
  /** Pixels; axes are 11.5. */
  size?: number;
  weight?: number;
  /** Color token. */
  color?: string;
  /** A rim in the panel's color, for labels that may lie on lines. */
  hasHalo?: boolean;
};

/** Text inside a chart. Size and weight are styles: the app's reset would win over the attributes. */
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
