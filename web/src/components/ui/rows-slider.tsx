import { Box, chakra, Grid, type BoxProps } from "@chakra-ui/react";
import type { CSSProperties } from "react";
import { formatNumber } from "@/lib/format";

export const maxSliderRows = 100_000;
const step = 1_000;

type RowsSliderProps = Omit<BoxProps, "onChange" | "children"> & {
  rows: number;
  onChange: (rows: number) => void;
};

/** A native slider from 0 to 100,000 rows per month. */
export const RowsSlider = ({ rows, onChange, ...rest }: RowsSliderProps) => (
  <Box {...rest}>
    <Track
      type="range"
      min={0}
      max={maxSliderRows}
      step={step}
      value={rows}
      aria-label="Rows per month"
      aria-valuetext={`${formatNumber(rows)} rows`}
      style={cssVariables({ "--filled": `${(100 * rows) / maxSliderRows}%` })}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
    <Grid templateColumns="1fr auto 1fr" textStyle="caption" color="fg.subtle" aria-hidden>
      <span>0</span>
      <span>{formatNumber(maxSliderRows / 2)}</span>
      <Box textAlign="end">{formatNumber(maxSliderRows)}</Box>
    </Grid>
  </Box>
);

/** React sets custom properties, but its types don't include them. */
const cssVariables = (variables: Record<`--${string}`, string>): CSSProperties => variables;

const thumb = {
  appearance: "none",
  boxSizing: "border-box",
  width: "16px",
  height: "16px",
  marginTop: "-6px",
  borderRadius: "full",
  border: "2px solid {colors.accent.mark}",
  background: "{colors.bg.panel}",
  cursor: "pointer",
} as const;
const track = {
  height: "4px",
  borderRadius: "2px",
  background:
    "linear-gradient(to right, {colors.accent.mark} var(--filled), {colors.bg.emphasized} var(--filled))",
} as const;

/*
 * The browser engines' pseudo-elements can't share a selector: an unknown one would invalidate the whole
 * rule.
 */
const Track = chakra("input", {
  base: {
    appearance: "none",
    display: "block",
    width: "100%",
    height: "36px",
    margin: "0",
    bg: "transparent",
    cursor: "pointer",
    "&::-webkit-slider-runnable-track": track,
    "&::-webkit-slider-thumb": thumb,
    "&::-moz-range-track": track,
    "&::-moz-range-thumb": { ...thumb, marginTop: "0" },
  },
});
