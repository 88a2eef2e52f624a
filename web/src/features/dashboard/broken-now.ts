import type { Run } from "@contract/runs";
import type { Setup } from "@contract/setups";
import { latestResultRun } from "@/data/runs";

/** Broken setups first: alerts before failures, failures before warnings; otherwise in the given order. */
export function brokenFirst(setups: readonly Setup[], runs: readonly Run[]): Setup[] {
  const rank = ({ id }: Setup) => rankOf(latestResultRun(runs, id));
  return [...setups].sort((a, b) => rank(a) - rank(b));
}

function rankOf(run: Run | undefined): number {
  if (!run) return 3;
  if (!run.summary) return 1;
  if (run.summary.alerts > 0) return 0;
  return run.summary.warnings > 0 ? 2 : 3;
}
