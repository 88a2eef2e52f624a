import { defineDetector } from "../detector.js";
import { judgeProperties } from "../shares/judge-properties.js";

/** A rise of the share of rows without a value. */
export const eventPropertyNullRate = defineDetector({
  key: "event_property_null_rate",
  name: "Event property null % increase",
  description: "More rows of an event than before lack a property, or have it null or empty.",
  requiresThreshold: true,
  needs: "event-properties",
  judge: (input, settings) => judgeProperties(input, "event_property_null_rate", settings),
});
