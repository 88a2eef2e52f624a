import { type DetectorCatalogueEntry, type DetectorKey, detectorKeys } from "../contract/detectors.js";
import type { Detector } from "./detector.js";
import { eventCountChange } from "./detectors/event-count-change.js";
import { eventPropertyDistribution } from "./detectors/event-property-distribution.js";
import { eventPropertyNullRate } from "./detectors/event-property-null-rate.js";
import { eventPropertyStopped } from "./detectors/event-property-stopped.js";
import { eventStopped } from "./detectors/event-stopped.js";
import { userProfileCountChange } from "./detectors/user-profile-count-change.js";
import { userPropertyDistribution } from "./detectors/user-property-distribution.js";
import { userPropertyNullRate } from "./detectors/user-property-null-rate.js";
import { userPropertyStopped } from "./detectors/user-property-stopped.js";

/** All checks the product has. */
export const detectors: Readonly<Record<DetectorKey, Detector>> = {
  event_count_change: eventCountChange,
  event_stopped: eventStopped,
  event_property_stopped: eventPropertyStopped,
  event_property_null_rate: eventPropertyNullRate,
  event_property_distribution: eventPropertyDistribution,
  user_property_stopped: userPropertyStopped,
  user_property_null_rate: userPropertyNullRate,
  user_property_distribution: userPropertyDistribution,
  user_profile_count_change: userProfileCountChange,
};

/** The catalogue as the product shows it, in the order of every screen. */
export const detectorCatalogue: readonly DetectorCatalogueEntry[] = detectorKeys.map((key) => {
  const { name, description, requiresThreshold } = detectors[key];
  return { key, name, description, requiresThreshold };
});
