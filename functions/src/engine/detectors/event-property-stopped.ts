import { defineDetector } from "../detector.js";
import { judgeProperties } from "../shares/judge-properties.js";

/** Silence of a property that chance does not explain. */
export const eventPropertyStopped = defineDetector({
  key: "event_property_stopped",
  name: "Event property stopped",
  description:
    "A property that used to come with an event has no value any more, while the event still comes.",
  requiresThreshold: false,
  needs: "event-properties",
  judge: (input, settings) => judgeProperties(input, "event_property_stopped", settings),
});
