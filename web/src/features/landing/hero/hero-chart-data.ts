import type { CountPaths, FlagMarker } from "@/components/charts/plot/count-geometry";

/** A count chart drawn at build time (`web/build/hero-chart.ts`). Horizontal positions are % of the plot's width. */
export type HeroChart = {
  /** Size of the paths' own grid. The width is stretched to the plot's; the height is in pixels. */
  width: number;
  height: number;
  stepPercent: number;
  /** Where the tested days begin. */
  splitPercent: number;
  ticks: { value: number; y: number }[];
  paths: CountPaths;
  days: { day: string; xPercent: number; y: number; isFlagged: boolean; isTested: boolean }[];
  /** `x` in percent. */
  flagMarkers: FlagMarker[];
};
