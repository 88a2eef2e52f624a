import { isNamed } from "@contract/findings/finding";
import type { Incident } from "@contract/incidents";
import { silentThreshold } from "@contract/incidents/silent-threshold";
import { formatPercent, formatShortProjectDay } from "@/lib/format";

/** Describes how later runs treat an incident that somebody closed with this annotation. */
export function annotationText(annotation: Exclude<Incident["annotation"], null>): string {
  switch (annotation.kind) {
    case "leave_out":
      return annotation.to === null
        ? `Days from ${formatShortProjectDay(annotation.from)} until it recovers are left out of the baseline.`
        : `${formatShortProjectDay(annotation.from)} to ${formatShortProjectDay(annotation.to)} are left out of the baseline.`;
    case "new_level":
      return `The baseline begins on ${formatShortProjectDay(annotation.from)}.`;
    case "limit":
      return `The threshold of this check is ${formatPercent(annotation.percent)} here.`;
  }
}

/**
 * Whether the incident can be closed with an annotation that changes later runs. The server refuses the same
 * incidents.
 */
export const canAnnotate = ({ subject }: Incident): boolean => isNamed(subject);

/**
 * The threshold, in percent, from which this would not have been a finding; null if the check has no
 * threshold or none is high enough.
 */
export function raisedThreshold({ finding, segment }: Incident): number | null {
  const raised = silentThreshold({ ...finding, isInSegment: segment !== null });
  const { thresholdPct } = finding;
  return raised !== null && thresholdPct !== null && raised > thresholdPct ? raised : null;
}
