import { type DetectorKey, detectorOf } from "../detectors.js";

/** Warnings of these checks begin at a part of the threshold, but for findings inside segments. */
const timesEffect = { "null-rate": 3, distribution: 2 } as const;

/** The highest threshold, in percent, at which a finding is still told; null where a threshold has no part in it. */
export function toldUpTo({
  detector,
  changePct,
  isInSegment = false,
}: {
  detector: DetectorKey;
  changePct: number | null;
  isInSegment?: boolean;
}): number | null {
  const { rule, requiresThreshold } = detectorOf(detector);
  if (!requiresThreshold || changePct === null) return null;
  const isPart = !isInSegment && (rule === "null-rate" || rule === "distribution");
  return (isPart ? timesEffect[rule] : 1) * Math.abs(changePct);
}

/** The least threshold in steps of 5% at which it would not be told; null where none is high enough. */
export function silentThreshold(finding: Parameters<typeof toldUpTo>[0]): number | null {
  const told = toldUpTo(finding);
  if (told === null) return null;
  const silent = 5 * Math.ceil((told + 1) / 5);
  return silent <= 100 ? silent : null;
}
