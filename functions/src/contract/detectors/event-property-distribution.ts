import { propertyBaselineDays, describeDetector, eventUnit } from "./descriptor.js";

export const eventPropertyDistribution = describeDetector({
  key: "event_property_distribution",
  name: "Event property distribution shift",
  description: "The mix of values has changed.",
  useCase: {
    meaning: "The mix of an event property's values has changed.",
    example:
      "sort_order was 'relevance' on 60% of events and is now 'rating' on 60%. Somebody swapped two constants, or the default changed.",
  },
  icon: "chart-column",
  subject: "event-properties",
  rule: "distribution",
  requiresThreshold: true,
  needs: "event-properties",
  baselineDays: propertyBaselineDays,
  unit: eventUnit,
  checked: { one: "event property", many: "event properties" },
  foldsInto: ["event_property_stopped", "event_property_null_rate"],
  hasDirection: false,
  falseAlarmShare: null,
});
