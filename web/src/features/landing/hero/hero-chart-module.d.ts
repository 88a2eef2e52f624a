declare module "virtual:hero-chart" {
  import type { CheckableCounts } from "@contract/prices/check-usage";
  import type { HeroChart } from "@/features/landing/hero/hero-chart-data";
  /** Four weeks. */
  export const wide: HeroChart;
  /** Three weeks, for small screens. */
  export const narrow: HeroChart;
  /** What the demo project has to check. */
  export const checkable: CheckableCounts;
}
