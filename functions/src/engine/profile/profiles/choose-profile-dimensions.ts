import type { Day, ProfileHistory } from "../../model.js";
import { chooseDimensions } from "../../segments/dimensions/choose-dimensions.js";
import type { SegmentPlan } from "../../segments/model.js";
import { type ProfileSnapshot, profilesEvent } from "./profile-snapshot.js";

/**
 * Chooses the user properties by whose segments profiles are counted, as for a project with one event.
 * @param counted a snapshot whose dimensions are kept as long as they divide the profiles; null if there is none
 */
export function chooseProfileDimensions(
  seen: ProfileHistory["seen"],
  tested: { lastDay: Day; checkBackDays: number },
  counted: ProfileSnapshot | null,
): SegmentPlan {
  const dimensions = counted?.seen.findLast((day) => day.dimensions)?.dimensions ?? [];
  const profiles = {
    days: seen.days,
    events: () => [profilesEvent],
    // Every series contains the number of all profiles, even that of a property that nobody has.
    rows: () => seen.series("").rows,
    properties: () => seen.properties(),
    series: (_event: string, property: string) => seen.series(property),
  };
  return chooseDimensions(profiles, tested, { dimensions, versions: new Map() });
}
