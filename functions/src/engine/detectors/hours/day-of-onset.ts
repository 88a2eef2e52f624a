import { addDays, type Day } from "../../../common/days.js";
import type { Finding } from "../../../contract/findings/finding.js";

/**
 * The day whose hours tell when a finding began, if it is about all events of whole days. An event without a row since a day
 * stopped on the day before.
 */
export function dayOfOnset({
  figures: { rule },
  subject: { kind },
  segment,
  severity,
  since,
}: Finding): Day | null {
  if (severity === "normal" || segment !== null || (kind !== "event" && kind !== "project")) return null;
  if (rule === "silence") return addDays(since, -1);
  return rule === "count-change" ? since : null;
}
