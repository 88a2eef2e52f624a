import { detectorOf } from "@contract/detectors";
import { isSegmentRoot } from "@contract/findings/figures";
import type { Incident } from "@contract/incidents";

/** "Payment Info Added" and its property "payment_method": what an incident is about, without figures. */
export function subjectOf(incident: Incident): { name: string; property: string | null } {
  const { entity, parent, finding } = incident;
  const { subject, rule } = detectorOf(finding.detector);
  if (isSegmentRoot({ ...incident, ...finding })) return { name: "Several findings", property: null };
  switch (entity) {
    case "(project)":
      return { name: rule === "silence" ? "Many events" : "All activity", property: null };
    case "(mix)":
      return {
        name: parent ?? "Several properties",
        property: parent === null ? null : "several properties",
      };
    case "(new profiles)":
      return { name: "New profiles", property: null };
    case "(all profiles)":
      return { name: "All profiles", property: null };
  }
  if (subject === "user-properties") return { name: "User profiles", property: entity };
  if (subject === "event-properties") return { name: parent ?? "Several events", property: entity };
  return { name: entity, property: null };
}
