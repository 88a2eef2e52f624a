import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import {
  countAxis,
  countPaths,
  flagMarkers,
  type CountDay,
} from "../src/components/charts/plot/count-geometry.ts";
import type { HeroChart } from "../src/features/landing/hero/hero-chart-data";

/**
 * Serves `virtual:hero-chart`: the landing page's chart, drawn during the build from the committed report, so
 * that the page loads neither chart code nor a library.
 * @param reportPath the report written by `bench/src/web/write-landing-data.ts`
 */
export function heroChart(reportPath: string): Plugin {
  const id = "virtual:hero-chart";
  return {
    name: "plumbline:hero-chart",
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(resolved) {
      if (resolved !== `\0${id}`) return null;
      this.addWatchFile(reportPath);
      const report = JSON.parse(readFileSync(reportPath, "utf8")) as Report;
      return Object.entries({
        wide: drawn(report, 28),
        narrow: drawn(report, 21),
        checkable: report.checkable,
      })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join("\n");
    },
  };
}

type Report = { checkable: object; shown: { series: CountDay[]; testedFrom: string } };

/** x runs from 0 to 1000 across the plot, whatever its width in pixels; y is in pixels. */
const width = 1000;
const height = 174;

function drawn({ shown: { series, testedFrom } }: Report, dayCount: number): HeroChart {
  const days = series.slice(-dayCount);
  const step = width / days.length;
  const axis = countAxis(days);
  const x = (index: number) => (index + 0.5) * step;
  const y = (value: number) => height * (1 - value / axis.max);
  const percent = (at: number) => Math.round(at * 10) / 100;
  return {
    width,
    height,
    stepPercent: percent(step),
    splitPercent: percent(days.findIndex(({ day }) => day >= testedFrom) * step),
    ticks: axis.ticks.map((value) => ({ value, y: Math.round(y(value)) })),
    paths: countPaths(days, { x, y }),
    days: days.map(({ day, observed, isFlagged }, index) => ({
      day,
      xPercent: percent(x(index)),
      y: Math.round(y(observed) * 10) / 10,
      isFlagged,
      isTested: day >= testedFrom,
    })),
    flagMarkers: flagMarkers(days, { x, y }).map((marker) => ({ ...marker, x: percent(marker.x) })),
  };
}
