import { readFileSync } from "node:fs";
import type { DetectorResult } from "@contract/runs";
import type { Plugin } from "vite";
import { detectorOf } from "../../functions/src/contract/detectors.js";
import { subjectName } from "../../functions/src/engine/detectors/words.js";

/**
 * Serves `virtual:use-case-findings`: one finding per check from the sample report, so that the use cases
 * show real charts without loading a report. It is the finding that the check's example names, if there is one.
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
        exampleOf(result).map(({ finding, severity, series }) => ({
          detector: result.id,
          ...subjectName(finding!),
          severity,
          series: series && shortened(series),
        })),
      );
      return `export const findings = ${JSON.stringify(findings)};`;
    },
  };
}

function exampleOf({ id, rows }: DetectorResult): DetectorResult["rows"] {
  const { example } = detectorOf(id).useCase;
  const found = rows.filter(({ finding }) => finding);
  const named = found.filter(({ entity }) => example.includes(entity));
  return [...named, ...found].slice(0, 1);
}

/** Keeps the four weeks that the chart shows. */
function shortened<S extends NonNullable<DetectorResult["rows"][number]["series"]>>(series: S): S {
  return "days" in series ? { ...series, days: series.days.slice(-28) } : series;
}
