import { propertyBaselineDays, describeDetector, eventUnit } from "./descriptor.js";

export const eventPropertyNullRate = describeDetector({
  key: "event_property_null_rate",
  name: "Event property null % increase",
  description: "A property is missing more often.",
  useCase: {
    meaning: "A property of an event is missing, null or empty more often than before.",
    example:
      "payment_method is missing on 42% of Payment Info Added events, up from none: one of several payment forms no longer sends it.",
  },
  icon: "square-dashed",
  subject: "event-properties",
  rule: "null-rate",
  requiresThreshold: true,
  needs: "event-properties",
  baselineDays: propertyBaselineDays,
  unit: eventUnit,
  checked: { one: "event property", many: "event properties" },
  foldsInto: ["event_property_stopped"],
  hasDirection: false,
  falseAlarmShare: null,
});
