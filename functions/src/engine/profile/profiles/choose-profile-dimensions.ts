import type { Day, ProfileHistory } from "../../model.js";
import { chooseDimensions } from "../../segments/dimensions/choose-dimensions.js";
import type { SegmentPlan } from "../../segments/model.js";
import { type ProfileSnapshot, profilesEvent } from "./profile-snapshot.js";

/**
 * The user properties in whose segments profiles are counted, chosen as for a project with one event.
 * @param counted a snapshot whose dimensions stay while they divide; null without one
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
    // Every series holds the number of all profiles, of a property that nobody has as well.
    rows: () => seen.series("").rows,
    properties: () => seen.properties(),
    series: (_event: string, property: string) => seen.series(property),
  };
  return chooseDimensions(profiles, tested, { dimensions, versions: new Map() });
}
