import { isRootFinding } from "@contract/findings/figures";
import { detectorOf } from "@contract/detectors";
import type { Incident } from "@contract/incidents";
import { silentThreshold } from "@contract/incidents/silent-threshold";
import { formatPercent, formatShortProjectDay } from "@/lib/format";

/** What later runs make of an incident that somebody has closed so. */
export function annotationText(annotation: Exclude<Incident["annotation"], null>): string {
  switch (annotation.kind) {
    case "leave_out":
      return annotation.to === null
        ? `Days from ${formatShortProjectDay(annotation.from)} until it recovers are not in the baseline.`
        : `${formatShortProjectDay(annotation.from)} to ${formatShortProjectDay(annotation.to)} are not in the baseline.`;
    case "new_level":
      return `The baseline begins on ${formatShortProjectDay(annotation.from)}.`;
    case "limit":
      return `The threshold of this check is ${formatPercent(annotation.percent)} here.`;
  }
}

/** Whether later runs can be changed for it alone: the server refuses the same ones. */
export function canAnnotate({ segment, entity, parent, finding }: Incident): boolean {
  const { subject } = detectorOf(finding.detector);
  const isGenerated = entity.startsWith("(") || isRootFinding({ ...finding, entity, parent, segment });
  return !isGenerated && subject !== "user-profiles";
}

/** A threshold, in percent, from which the finding would not have been one; null where the check has none or none is high enough. */
export function raisedThreshold({ finding, segment }: Incident): number | null {
  const raised = silentThreshold({ ...finding, isInSegment: segment !== null });
  const { thresholdPct } = finding;
  return raised !== null && thresholdPct !== null && raised > thresholdPct ? raised : null;
}
