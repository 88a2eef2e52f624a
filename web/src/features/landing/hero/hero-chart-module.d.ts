declare module "virtual:hero-chart" {
  import type { CheckableCounts } from "@contract/prices/check-usage";
  import type { HeroChart } from "@/features/landing/hero/hero-chart-data";
  /** Four weeks. */
  export const wide: HeroChart;
  /** Three weeks, for small screens. */
  export const narrow: HeroChart;
  /** How much there is to check in the demo project. */
  export const checkable: CheckableCounts;
}
