import type { ActiveRun } from "@contract/runs";
import { countOf } from "@/lib/format";

/** Below this many finished units the pace is not known well enough. */
const minimumDone = 3;

/** 'about 2 minutes left' at the pace so far; null while it is unknown. */
export function timeLeftText(run: Pick<ActiveRun, "startedAt" | "progress">, nowMs: number): string | null {
  const { done, total } = run.progress;
  if (!run.startedAt || total === null || done < minimumDone || done >= total) return null;
  const leftMs = ((nowMs - Date.parse(run.startedAt)) / done) * (total - done);
  if (!Number.isFinite(leftMs) || leftMs < 0) return null;
  return leftMs < 60_000
    ? "less than a minute left"
    : `about ${countOf(Math.round(leftMs / 60_000), "minute")} left`;
}
