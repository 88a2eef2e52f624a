import { defineDetector } from "../detector.js";
import { judgeProperties } from "../shares/judge-properties.js";

/** A rise of the share of profiles without a value. */
export const userPropertyNullRate = defineDetector({
  key: "user_property_null_rate",
  name: "User property null % increase",
  description: "More of the profiles seen lately than before lack a property, or have it null or empty.",
  requiresThreshold: true,
  needs: "profiles",
  judge: (input, settings) => judgeProperties(input, "user_property_null_rate", settings),
});
