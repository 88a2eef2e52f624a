import type { Run } from "@contract/runs";
import type { RunTick } from "@/components/charts/run-ticks";
import { hasFindings, resultNote } from "@/components/run-table/run-results";

/** As many as a row of ticks shows. */
export const mostTicks = 14;

/** The newest runs that ended with a verdict or failed, oldest first; cancelled ones say nothing about the data. */
export const endedRuns = (runs: readonly Run[]): Run[] =>
  runs
    .filter(({ summary, status }) => summary !== null || status === "failed")
    .slice(0, mostTicks)
    .reverse();

export function tickOf({ summary }: Pick<Run, "summary">): RunTick {
  if (!summary) return "failed";
  if (summary.alerts > 0) return "alert";
  return summary.warnings > 0 ? "warning" : "normal";
}

/** '3 alerts, 2 warnings', 'Normal' or 'Failed' of the newest ended run; 'No runs yet' without one. */
export function lastResult(runs: readonly Run[]): string {
  const last = endedRuns(runs).at(-1);
  if (!last) return "No runs yet";
  if (!last.summary) return "Failed";
  return hasFindings(last.summary) ? resultNote(last.summary) : "Normal";
}
