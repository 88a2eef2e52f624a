declare module "virtual:hero-chart" {
  import type { HeroChart } from "@/features/landing/hero/hero-chart-data";
  /** Four weeks. */
  export const wide: HeroChart;
  /** Three weeks, for small screens. */
  export const narrow: HeroChart;
}
