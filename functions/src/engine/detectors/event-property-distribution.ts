import { defineDetector } from "../detector.js";
import { judgeProperties } from "../shares/judge-properties.js";

/** A shift of the mix of values, or of their forms. */
export const eventPropertyDistribution = defineDetector({
  key: "event_property_distribution",
  name: "Event property distribution shift",
  description:
    "The values of an event's property are distributed differently than before, or have another form.",
  requiresThreshold: true,
  needs: "event-properties",
  judge: (input, settings) => judgeProperties(input, "event_property_distribution", settings),
});
