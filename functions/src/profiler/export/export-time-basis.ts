import type { ExportTimeBasis } from "../aggregates/project-days.js";

const quarterSeconds = 900;
const maxLagQuarters = 5 * 96;

/** Evidence in an export for its time basis, see `inferExportTimeBasis`. */
export type TimeBasisEvidence = {
  /**
   * Median of processing time (true UTC) − `time`, in seconds, rounded to a quarter of an hour; null without rows.
   */
  medianLagSeconds: number | null;
  /** Rows that have both times and are not imports. */
  rows: number;
};

/** Collects the evidence in constant memory; lags beyond ±5 days count as 5 days. */
export class TimeBasisEvidenceCounter {
  readonly #quarters = new Float64Array(2 * maxLagQuarters + 1);

  add(lagSeconds: number): void {
    const quarters = Math.round(lagSeconds / quarterSeconds);
    this.#quarters[Math.max(-maxLagQuarters, Math.min(maxLagQuarters, quarters)) + maxLagQuarters]!++;
  }

  evidence(): TimeBasisEvidence {
    return summarizeLags(this.#quarters);
  }
}

/** @param quarters rows by lag, in quarters of an hour from −5 to 5 days */
export function summarizeLags(quarters: ArrayLike<number>): TimeBasisEvidence {
  let rows = 0;
  for (let i = 0; i < quarters.length; i++) rows += quarters[i]!;
  let below = 0;
  for (let i = 0; i < quarters.length; i++) {
    below += quarters[i]!;
    if (below > 0 && below * 2 >= rows)
      return { medianLagSeconds: (i - maxLagQuarters) * quarterSeconds, rows };
  }
  return { medianLagSeconds: null, rows: 0 };
}

/**
 * The time basis that the evidence points to. If `time` is the project's local time written as UTC, it is ahead of
 * the true time by the zone's offset, so the lag is −offset. If it is UTC, the lag is near 0.
 * @param offsetSeconds the project's offset from UTC at the time of the export, positive east of Greenwich
 * @returns `unknown` if neither fits or the offset is too small to tell; such an export should be read as UTC
 */
export function inferExportTimeBasis(
  evidence: TimeBasisEvidence,
  offsetSeconds: number,
): ExportTimeBasis | "unknown" {
  const lag = evidence.medianLagSeconds;
  if (lag === null || Math.abs(offsetSeconds) < 2 * quarterSeconds) return "unknown";
  // A daylight saving change inside the export moves the median by an hour.
  const toleranceSeconds = Math.min(3600, Math.abs(offsetSeconds) / 2 - 1);
  if (Math.abs(lag) <= toleranceSeconds) return "utc";
  return Math.abs(lag + offsetSeconds) <= toleranceSeconds ? "projectTime" : "unknown";
}
