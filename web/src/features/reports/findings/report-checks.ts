import type { DetectorKey } from "@contract/detectors";
import type { DetailedRow } from "@contract/results";
import type { ReportDetector, RunReport } from "@contract/runs";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { detectorResultQuery } from "@/data/runs";

/** Id of a check's part of the page. */
export const checkAnchor = (id: DetectorKey): string => `check-${id}`;

/** A check of a report with its loaded findings. */
export type ReportCheck = {
  detector: ReportDetector;
  /** Its first findings, or all that the analysis has once they are loaded. */
  rows: readonly DetailedRow[];
  /** Findings that are not among `rows`. */
  missing: number;
};

export type RemainingFindings = { load: () => void; isLoading: boolean; error: unknown; isLoaded: boolean };

/**
 * The checks of a report with their findings. A report comes with ten findings per check. A check's others
 * are loaded when the user asks for them (or were, on the check's own page); everything that counts or groups
 * findings then sees all.
 */
export function useReportChecks(run: RunReport): {
  checks: ReportCheck[];
  remainingOf: (id: DetectorKey) => RemainingFindings;
} {
  const [asked, setAsked] = useState<ReadonlySet<DetectorKey>>(new Set());
  const results = useQueries({
    queries: run.detectors.map(({ id }) => ({ ...detectorResultQuery(run.id, id), enabled: asked.has(id) })),
  });
  const checks = run.detectors.map((detector, index) =>
    toCheck(detector, results[index]?.data?.rows ?? detector.topRows),
  );
  const remainingOf = (id: DetectorKey): RemainingFindings => {
    const result = results[run.detectors.findIndex((detector) => detector.id === id)];
    return {
      load: () => {
        setAsked((before) => new Set(before).add(id));
        if (result?.isError) void result.refetch();
      },
      isLoading: result?.isFetching ?? false,
      error: result?.error ?? null,
      isLoaded: result?.data !== undefined,
    };
  };
  return { checks, remainingOf };
}

/** How many rows of a check a report shows. */
const total = ({ flagged, recovered, known }: ReportDetector["counts"]): number =>
  flagged + recovered + known;

export const toCheck = (detector: ReportDetector, rows: readonly DetailedRow[]): ReportCheck => ({
  detector,
  rows,
  missing: Math.max(0, total(detector.counts) - rows.length),
});
