import { readFileSync } from "node:fs";
import type { DetectorResult } from "@contract/runs";
import type { Plugin } from "vite";

/**
 * Serves `virtual:use-case-findings`: for each check the finding that the sample report has of it, so that the use cases
 * show real charts and load no report.
 * @param reportPath the report written by `bench/src/web/write-landing-data.ts`
 */
export function useCaseFindings(reportPath: string): Plugin {
  const id = "virtual:use-case-findings";
  return {
    name: "plumbline:use-case-findings",
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(resolved) {
      if (resolved !== `\0${id}`) return null;
      this.addWatchFile(reportPath);
      const { analyses } = JSON.parse(readFileSync(reportPath, "utf8")) as {
        analyses: { result: DetectorResult }[];
      };
      const findings = analyses.flatMap(({ result }) =>
        result.rows.slice(0, 1).map(({ entity, parent, severity, series }) => ({
          detector: result.id,
          entity,
          parent,
          severity,
          series: series && shortened(series),
        })),
      );
      return `export const findings = ${JSON.stringify(findings)};`;
    },
  };
}

/** What a chart of four weeks shows. */
function shortened<S extends NonNullable<DetectorResult["rows"][number]["series"]>>(series: S): S {
  return "days" in series ? { ...series, days: series.days.slice(-28) } : series;
}
