import type { SVGProps } from "react";
import { ink } from "./ink";

type ChartTextProps = SVGProps<SVGTextElement> & {
  /** Pixels; axes are 11.5. */
  size?: number;
  weight?: number;
  /** Colour token. */
  colour?: string;
  /** A rim in the panel's colour, for labels that may lie on lines. */
  hasHalo?: boolean;
};

/** Text inside a chart. Size and weight are styles: the app's reset would win over the attributes. */
export const ChartText = ({
  size = 11.5,
  weight = 400,
  colour = "fg.subtle",
  hasHalo = false,
  ...rest
}: ChartTextProps) => (
  <text
    fill={ink(colour)}
    style={{ fontSize: `${size}px`, fontWeight: weight }}
    {...(hasHalo ? { stroke: ink("bg.panel"), strokeWidth: 3, paintOrder: "stroke" } : {})}
    {...rest}
  />
);
