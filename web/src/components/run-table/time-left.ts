import { countOf } from "@/lib/format";

/** With fewer finished units, the pace is too uncertain. */
const minimumDone = 3;

type Work = { startedAt: string | null; progress: { done: number; total: number | null } };

/** 'about 2 minutes left' at the pace so far; null while it is unknown. */
export function timeLeftText({ startedAt, progress }: Work, nowMs: number): string | null {
  const { done, total } = progress;
  if (!startedAt || total === null || done < minimumDone || done >= total) return null;
  const leftMs = ((nowMs - Date.parse(startedAt)) / done) * (total - done);
  if (!Number.isFinite(leftMs) || leftMs < 0) return null;
  const seconds = Math.max(5, Math.round(leftMs / 5_000) * 5);
  return seconds < 60
    ? `about ${seconds} seconds left`
    : `about ${countOf(Math.round(leftMs / 60_000), "minute")} left`;
}
