import { isNamed } from "../../contract/findings/finding.js";
import { detectorOf } from "../../contract/detectors.js";
import type { Incident } from "../../contract/incidents.js";
import type { NewAnnotation } from "../../contract/incidents/states.js";
import { addDays } from "../../common/days.js";
import type { IncidentRecord } from "./incident-record.js";

/** The annotation that closing an incident creates, or a sentence that says why it can't have one. */
export function annotationOf(
  { finding, subject, recoveredOn, lastTestedDay }: IncidentRecord,
  wanted: NewAnnotation,
): Exclude<Incident["annotation"], null> | string {
  const { requiresThreshold } = detectorOf(finding.detector);
  if (!isNamed(subject)) return "Only incidents about a single event or property can change later runs.";
  if (wanted.kind === "limit") {
    if (!requiresThreshold) return "This check has no threshold.";
    if (wanted.percent <= (finding.thresholdPct ?? 0))
      return "Choose a threshold higher than the current one.";
    return wanted;
  }
  const from = finding.firstBadDay ?? lastTestedDay;
  if (wanted.kind === "new_level") return { kind: "new_level", from };
  return { kind: "leave_out", from, to: recoveredOn && addDays(recoveredOn, -1) };
}
