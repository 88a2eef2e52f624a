import { defineDetector } from "../detector.js";
import { judgeProperties } from "../shares/judge-properties.js";

/** A shift of the mix of values of a user property, or of their forms. */
export const userPropertyDistribution = defineDetector({
  key: "user_property_distribution",
  name: "User property distribution shift",
  description:
    "The values of a property are distributed differently among the profiles seen lately, or have another form.",
  requiresThreshold: true,
  needs: "profiles",
  judge: (input, settings) => judgeProperties(input, "user_property_distribution", settings),
});
