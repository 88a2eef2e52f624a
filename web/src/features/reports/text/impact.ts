import { isProjectFinding } from "@contract/findings/figures";
import type { DetailedRow } from "@contract/results";
import { isFlagged, isShare } from "./finding-text";

/** How many events or profiles a finding affects: missing or extra ones, or those with a missing or other value. */
function impactOf({ observed, expected, series, detector }: DetailedRow): number {
  if (series?.kind === "nulls" && observed !== null && expected !== null) {
    const flagged = series.days.filter((day) => day.isFlagged);
    const rows = flagged.reduce((total, day) => total + day.rows, 0);
    return (Math.abs(observed - expected) / 100) * rows;
  }
  if (series?.kind === "distribution") return (Math.abs(observed ?? 0) / 100) * series.window.rows;
  return isShare({ detector }) ? 0 : Math.abs((observed ?? 0) - (expected ?? 0));
}

const severityRank = { alert: 0, warning: 1, normal: 2, inconclusive: 3 } as const;

/** Most important first: by severity, the whole project before single events, then by impact. */
export const byImportance = (a: DetailedRow, b: DetailedRow): number =>
  Number(isFlagged(b)) - Number(isFlagged(a)) ||
  severityRank[a.severity] - severityRank[b.severity] ||
  Number(isProjectFinding(b)) - Number(isProjectFinding(a)) ||
  impactOf(b) - impactOf(a);
