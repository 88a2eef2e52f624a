import { propertyBaselineDays, describeDetector, profileUnit } from "./descriptor.js";

export const userPropertyStopped = describeDetector({
  key: "user_property_stopped",
  name: "User property stopped",
  description: "A property is no longer set on user profiles.",
  useCase: {
    meaning: "A user property is no longer set on recently active profiles.",
    example:
      "preferred_store was set on every profile and is missing on all profiles seen since Wednesday: the call that sets it was removed.",
  },
  icon: "user-x",
  subject: "user-properties",
  rule: "property-silence",
  requiresThreshold: false,
  needs: "profiles",
  baselineDays: propertyBaselineDays,
  unit: profileUnit,
  checked: { one: "user property", many: "user properties" },
  foldsInto: [],
  hasDirection: false,
  falseAlarmShare: null,
});
