import { defineDetector } from "../detector.js";
import { judgeProperties } from "../shares/judge-properties.js";

/** Silence of a user property that chance does not explain. */
export const userPropertyStopped = defineDetector({
  key: "user_property_stopped",
  name: "User property stopped",
  description: "The profiles seen lately have no value any more in a property that profiles used to have.",
  requiresThreshold: false,
  needs: "profiles",
  judge: (input, settings) => judgeProperties(input, "user_property_stopped", settings),
});
