import { hasOutcome, type Run, shownOutcomes } from "@contract/runs";
import { hasFindings, resultNote } from "@/components/run-table/run-results";

/** The newest runs with a result or a failure, oldest first. */
export const finishedRuns = (runs: readonly Run[]): Run[] =>
  runs.filter(hasOutcome).slice(0, shownOutcomes).reverse();

/** '3 alerts, 2 warnings', 'Normal' or 'Failed' of the newest finished run; 'Cancelled' if all were cancelled. */
export function latestResult(runs: readonly Run[]): string {
  const last = finishedRuns(runs).at(-1);
  if (!last) return runs.some(({ status }) => status === "cancelled") ? "Cancelled" : "No runs yet";
  if (!last.summary) return "Failed";
  return hasFindings(last.summary) ? resultNote(last.summary) : "Normal";
}
