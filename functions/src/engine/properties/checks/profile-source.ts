import type { Day, ProfileHistory } from "../../model.js";
import { propertyBaselineDays } from "../../../contract/detectors/descriptor.js";
import type { SubjectSource } from "./subject.js";

/**
 * How user properties are compared. Mixpanel holds only the current state of profiles, so without snapshots of our own
 * the past is that of the profiles that were not seen since: good for a hint, not for an alert.
 */
export function profileSource(profiles: ProfileHistory, lastDay: Day): SubjectSource {
  // One snapshot covers the last days before it as well, so that the two numbers differ.
  const covered = profiles.snapshotDays.size;
  const snapshots = profiles.totals.length;
  const isCapped = covered < propertyBaselineDays;
  const comparison = isCapped
    ? `Compared: profiles as they are today, by the day they were last seen; at most a warning until daily snapshots cover ${propertyBaselineDays} days (${snapshots} ${snapshots === 1 ? "snapshot" : "snapshots"} so far, covering ${covered}).`
    : "Compared: profiles by the day they were last seen, as daily snapshots recorded them.";
  return {
    days: profiles.seen.days,
    lastDay,
    units: "profiles",
    isCapped,
    comparison,
    baselineOf: () => null,
    changesInside: () => null,
  };
}
