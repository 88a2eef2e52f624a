import type { Day } from "../../../common/days.js";
import type { ProfileHistory } from "../../../aggregates/model.js";
import { propertyBaselineDays } from "../../../contract/detectors/descriptor.js";
import type { SubjectSource } from "../property-subject/subject.js";

/**
 * Describes how user properties are compared. Mixpanel holds only the current state of profiles. Without our
 * own snapshots, a past day consists of the profiles that haven't been seen since: enough for a warning, not
 * for an alert.
 */
export function profileSource(profiles: ProfileHistory, lastDay: Day): SubjectSource {
  // These differ because one snapshot also covers the days before it.
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
