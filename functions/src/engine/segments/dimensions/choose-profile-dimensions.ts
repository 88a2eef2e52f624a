import type { Day } from "../../../common/days.js";
import { type ProfileHistory, profilesEvent } from "../../../aggregates/model.js";
import { chooseDimensions } from "./choose-dimensions.js";
import type { PlannedDimension, SegmentPlan } from "../../../aggregates/event-segments.js";

/**
 * Chooses the user properties by whose segments profiles are counted, as for a project with one event.
 * @param counted dimensions that the profiles were counted by; they are kept as long as they divide the profiles
 */
export function chooseProfileDimensions(
  seen: ProfileHistory["seen"],
  tested: { lastDay: Day; checkBackDays: number },
  counted: readonly PlannedDimension[],
): SegmentPlan {
  const profiles = {
    days: seen.days,
    events: () => [profilesEvent],
    // Every series contains the number of all profiles, even that of a property that nobody has.
    rows: () => seen.series("").rows,
    properties: () => seen.properties(),
    series: (_event: string, property: string) => seen.series(property),
  };
  return chooseDimensions(profiles, tested, { dimensions: counted, versions: new Map() });
}
