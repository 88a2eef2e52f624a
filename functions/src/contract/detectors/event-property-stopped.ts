import { propertyBaselineDays, describeDetector, eventUnit } from "./descriptor.js";

export const eventPropertyStopped = describeDetector({
  key: "event_property_stopped",
  name: "Event property stopped",
  description: "A property is no longer sent with an event.",
  useCase: {
    meaning: "A property is no longer sent with an event that still arrives.",
    example:
      "Shipping Info Added arrives as often as ever, but shipping_method has been empty on every event since the form was rewritten.",
  },
  icon: "unplug",
  subject: "event-properties",
  rule: "property-silence",
  requiresThreshold: false,
  needs: "event-properties",
  baselineDays: propertyBaselineDays,
  unit: eventUnit,
  checked: { one: "event property", many: "event properties" },
  foldsInto: [],
  hasDirection: false,
  falseAlarmShare: null,
});
