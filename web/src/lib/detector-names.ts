import type { DetectorKey } from "@contract/detectors";

/** The nine checks in the order of every screen, for pages that show them before anybody is signed in. */
export const detectorNames: Readonly<Record<DetectorKey, string>> = {
  event_count_change: "Event count spike/drop",
  event_stopped: "Event stopped flowing",
  event_property_stopped: "Event property stopped",
  event_property_null_rate: "Event property null % increase",
  event_property_distribution: "Event property distribution shift",
  user_property_stopped: "User property stopped",
  user_property_null_rate: "User property null % increase",
  user_property_distribution: "User property distribution shift",
  user_profile_count_change: "User profile count spike/drop",
};
