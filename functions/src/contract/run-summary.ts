import type { ResultRow } from "./results.js";
import type { ReportDetector, RunSummary } from "./runs.js";

/** Counts a run's checks and findings. The mail, report, dashboard and run table all show these numbers. */
export function summarizeRun(checks: readonly Pick<ReportDetector, "severity" | "counts">[]): RunSummary {
  const checksWith = (severity: ReportDetector["severity"]) =>
    checks.filter((check) => check.severity === severity).length;
  const sum = (count: "alerts" | "warnings" | "new" | "ongoing" | "recovered") =>
    checks.reduce((total, { counts }) => total + counts[count], 0);
  return {
    alerts: checksWith("alert"),
    warnings: checksWith("warning"),
    passed: checksWith("normal"),
    inconclusive: checksWith("inconclusive"),
    failed: checksWith("failed"),
    findings: {
      alerts: sum("alerts"),
      warnings: sum("warnings"),
      new: sum("new"),
      ongoing: sum("ongoing"),
      recovered: sum("recovered"),
    },
  };
}

/** Counts findings given as rows; rows of any other severity don't count. */
export function summarizeFindings(
  rows: readonly Pick<ResultRow, "severity" | "state">[],
): Pick<RunSummary, "findings"> {
  const flagged = rows.filter(({ severity }) => severity === "alert" || severity === "warning");
  const count = (severity: ResultRow["severity"]) => rows.filter((row) => row.severity === severity).length;
  return {
    findings: {
      alerts: count("alert"),
      warnings: count("warning"),
      new: flagged.filter(({ state }) => state === "new").length,
      ongoing: flagged.filter(({ state }) => state === "ongoing").length,
      recovered: rows.filter(({ state }) => state === "recovered" || state === "new_level").length,
    },
  };
}

/** "7 alerts and 3 warnings"; empty without findings. */
export function findingsText({ findings: { alerts, warnings } }: Pick<RunSummary, "findings">): string {
  const parts = [alerts > 0 && countText(alerts, "alert"), warnings > 0 && countText(warnings, "warning")];
  return parts.filter(Boolean).join(" and ");
}

/** "7 alerts and 3 warnings in 9 checks; 3 checks passed". */
export function summaryText(summary: RunSummary): string {
  const { alerts, warnings, passed, inconclusive, failed } = summary;
  const checks = alerts + warnings + passed + inconclusive + failed;
  const parts = [
    `${findingsText(summary) || "No findings"} in ${countText(checks, "check")}`,
    passed > 0 && `${countText(passed, "check")} passed`,
    inconclusive > 0 && `${countText(inconclusive, "check")} inconclusive`,
    failed > 0 && `${countText(failed, "check")} failed`,
  ];
  return parts.filter(Boolean).join("; ");
}

const countText = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
