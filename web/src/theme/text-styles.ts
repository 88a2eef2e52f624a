import { defineTextStyles } from "@chakra-ui/react";

const px = (size: number) => `${size / 16}rem`;
const style = (size: number, line: number, weight: number, tracking = "0") => ({
  value: {
    fontSize: px(size),
    lineHeight: px(line),
    fontWeight: String(weight),
    letterSpacing: tracking,
  },
});

/** A style that is smaller below the `sm` breakpoint. */
const responsive = (small: readonly [number, number], wide: readonly [number, number], tracking: string) => ({
  value: {
    fontSize: { base: px(small[0]), sm: px(wide[0]) },
    lineHeight: { base: px(small[1]), sm: px(wide[1]) },
    fontWeight: "600",
    letterSpacing: tracking,
  },
});

/** Text styles, named after their purpose. */
export const textStyles = defineTextStyles({
  display: responsive([38, 41], [60, 62], "-0.042em"),
  section: responsive([26, 31], [32, 38], "-0.03em"),
  closing: responsive([32, 37], [44, 50], "-0.036em"),
  /** A price, a figure above the hero's line, the 404. */
  price: style(40, 46, 600, "-0.036em"),
  heroFigure: style(44, 46, 600, "-0.036em"),
  figure: style(24, 32, 600, "-0.02em"),
  figureLarge: style(28, 36, 600, "-0.02em"),
  pageTitle: style(22, 28, 600, "-0.018em"),
  verdict: style(20, 28, 600, "-0.015em"),
  /** The subject of a page's main card; titles of dialogs. */
  subject: style(18, 24, 600, "-0.012em"),
  cardTitle: style(16, 24, 600, "-0.01em"),
  cardSubtitle: style(14, 20, 600, "-0.006em"),
  body: style(14, 20, 400, "-0.003em"),
  landingBody: style(15, 23, 400, "-0.003em"),
  lead: style(18, 28, 400, "-0.003em"),
  small: style(13, 18, 400),
  smallStrong: style(13, 18, 570),
  label: style(12, 16, 520),
  caption: style(12, 16, 400),
});
