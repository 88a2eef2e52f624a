import { type DetectorKey, detectorOf } from "../detectors.js";
import { ruleTraits } from "../detectors/rules.js";
import type { Finding } from "../findings/finding.js";
import { sizeChangePct } from "../findings/sizes.js";

/** The highest threshold, in percent, that still reports a finding; null if no threshold is involved. */
export function highestReportingThreshold({
  detector,
  changePct,
  observed,
  found: { copies, figures },
  isInSegment = false,
}: {
  detector: DetectorKey;
  changePct: number | null;
  observed: number | null;
  found: Pick<Finding, "copies"> & Partial<Pick<Finding, "figures">>;
  isInSegment?: boolean;
}): number | null {
  const { rule, requiresThreshold } = detectorOf(detector);
  if (!requiresThreshold || changePct === null) return null;
  if (copies?.isRise === false && observed) {
    // `observed` are all copies, `count` those above what is usual.
    const events = observed / (copies.nowPct / 100);
    // Copies alone are a finding from half of the threshold on.
    return 2 * ((100 * copies.count) / events);
  }
  if (figures && "sizes" in figures && figures.sizes) return sizeChangePct(figures.sizes);
  return (isInSegment ? 1 : ruleTraits[rule].timesChange) * Math.abs(changePct);
}

/** The lowest threshold, in steps of 5%, that would not report a finding; null if none is high enough. */
export function silentThreshold(finding: Parameters<typeof highestReportingThreshold>[0]): number | null {
  const highest = highestReportingThreshold(finding);
  if (highest === null) return null;
  const silent = 5 * Math.ceil((highest + 1) / 5);
  return silent <= 100 ? silent : null;
}
