import type { Era } from "./project-days.js";

const quarterSeconds = 900;
const farthestQuarters = 5 * 96;

/** What an export shows of its era, see `eraOf`. */
export type EraEvidence = {
  /** Median over the rows of processing time (true UTC) − `time`, seconds rounded to a quarter of an hour; null without rows. */
  medianLagSeconds: number | null;
  /** Rows that carry both times and are no imports. */
  rows: number;
};

/** Collects it in bounded memory; lags beyond ±5 days count as 5 days. */
export class EraEvidenceCounter {
  readonly #quarters = new Float64Array(2 * farthestQuarters + 1);

  add(lagSeconds: number): void {
    const quarters = Math.round(lagSeconds / quarterSeconds);
    this.#quarters[Math.max(-farthestQuarters, Math.min(farthestQuarters, quarters)) + farthestQuarters]!++;
  }

  evidence(): EraEvidence {
    return evidenceOf(this.#quarters);
  }
}

/** @param quarters rows per lag, in quarters of an hour from −5 days to 5 days */
export function evidenceOf(quarters: ArrayLike<number>): EraEvidence {
  let rows = 0;
  for (let i = 0; i < quarters.length; i++) rows += quarters[i]!;
  let below = 0;
  for (let i = 0; i < quarters.length; i++) {
    below += quarters[i]!;
    if (below > 0 && below * 2 >= rows)
      return { medianLagSeconds: (i - farthestQuarters) * quarterSeconds, rows };
  }
  return { medianLagSeconds: null, rows: 0 };
}

/**
 * Era that the evidence speaks for. Where `time` is the project's wall clock written as UTC, it runs ahead of
 * the true time by the zone's offset, so the lag is −offset; where it is UTC the lag is near 0.
 * @param offsetSeconds the project's offset from UTC at the time of the export, positive east of Greenwich
 * @returns `unknown` when neither fits or the offset is too small to tell; read such an export as UTC
 */
export function eraOf(evidence: EraEvidence, offsetSeconds: number): Era | "unknown" {
  const lag = evidence.medianLagSeconds;
  if (lag === null || Math.abs(offsetSeconds) < 2 * quarterSeconds) return "unknown";
  // A change to or from summer time inside the export moves the median by an hour.
  const toleranceSeconds = Math.min(3600, Math.abs(offsetSeconds) / 2 - 1);
  if (Math.abs(lag) <= toleranceSeconds) return "utc";
  return Math.abs(lag + offsetSeconds) <= toleranceSeconds ? "projectTime" : "unknown";
}
