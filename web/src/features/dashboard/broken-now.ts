import { outcomeOf, worstFirst } from "@contract/run-summary";
import { hasOutcome, type Run } from "@contract/runs";
import type { Setup } from "@contract/setups";

/** A setup's newest run that ended with a result or failed, among `runs` (newest first). */
export const latestResultRun = (runs: readonly Run[], setupId: string): Run | undefined =>
  runs.find((run) => run.setupId === setupId && hasOutcome(run));

/** Broken setups first: alerts before failures, failures before warnings; otherwise in the given order. */
export function brokenFirst(setups: readonly Setup[], runs: readonly Run[]): Setup[] {
  const rank = ({ id }: Setup) => {
    const run = latestResultRun(runs, id);
    return worstFirst.indexOf(run ? outcomeOf(run) : "normal");
  };
  return [...setups].sort((a, b) => rank(a) - rank(b));
}
