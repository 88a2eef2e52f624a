import { eventCountChange } from "./event-count-change.js";
import { eventPropertyDistribution } from "./event-property-distribution.js";
import { eventPropertyNullRate } from "./event-property-null-rate.js";
import { eventPropertyStopped } from "./event-property-stopped.js";
import { eventStopped } from "./event-stopped.js";
import { userProfileCountChange } from "./user-profile-count-change.js";
import { userPropertyDistribution } from "./user-property-distribution.js";
import { userPropertyNullRate } from "./user-property-null-rate.js";
import { userPropertyStopped } from "./user-property-stopped.js";

/** Every detector, in the order all screens show them. A new one needs its own file and a line here. */
export const descriptors = [
  eventCountChange,
  eventStopped,
  eventPropertyStopped,
  eventPropertyNullRate,
  eventPropertyDistribution,
  userPropertyStopped,
  userPropertyNullRate,
  userPropertyDistribution,
  userProfileCountChange,
] as const;
