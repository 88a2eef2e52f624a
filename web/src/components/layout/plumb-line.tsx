import { Box, chakra, type BoxProps } from "@chakra-ui/react";
import { bobPath } from "./plumbline-mark";

type PlumbLineProps = Omit<BoxProps, "children"> & {
  /** Length of the line in pixels, without the bob. */
  length: number;
  /** Size in pixels of the mark's grid, which the bob is scaled to. */
  bobSize?: number;
  /** Fades in at the top, for a line that hangs from the navigation bar. */
  fades?: boolean;
  /** Gray instead of ink and teal, for empty states. */
  isQuiet?: boolean;
};

/** The brand element: a vertical line with a bob at its end. Decorative. */
export function PlumbLine({ length, bobSize = 34, fades = false, isQuiet = false, ...rest }: PlumbLineProps) {
  const lineColor = isQuiet ? "chart.baseline" : "fg";
  return (
    <Box display="flex" flexDirection="column" alignItems="center" aria-hidden {...rest}>
      <Box
        width={isQuiet ? "1px" : "2px"}
        height={`${length}px`}
        bgImage={fades ? "linear-gradient(to bottom, transparent, {colors.fg} 55%)" : undefined}
        bg={fades ? undefined : lineColor}
      />
      <Bob size={bobSize} isQuiet={isQuiet} />
    </Box>
  );
}

/** The bob alone, cropped to its own box. */
const Bob = ({ size, isQuiet }: { size: number; isQuiet: boolean }) => (
  <chakra.svg
    width={`${(size * 10.5) / 24}px`}
    height={`${(size * 15) / 24}px`}
    viewBox="6.75 7.5 10.5 15"
    aria-hidden
  >
    <chakra.path d={bobPath} fill={isQuiet ? "chart.baseline" : "accent.mark"} />
  </chakra.svg>
);
