import { propertyBaselineDays, describeDetector, profileUnit } from "./descriptor.js";

export const userPropertyDistribution = describeDetector({
  key: "user_property_distribution",
  name: "User property distribution shift",
  description: "The mix of a user property's values has changed.",
  useCase: {
    meaning: "The mix of a user property's values has changed among recently active profiles.",
    example:
      "signup_channel goes from mostly 'organic' to mostly 'referral' in three days: a redirect drops the campaign parameters.",
  },
  icon: "users",
  subject: "user-properties",
  rule: "distribution",
  requiresThreshold: true,
  needs: "profiles",
  baselineDays: propertyBaselineDays,
  unit: profileUnit,
  checked: { one: "user property", many: "user properties" },
  foldsInto: ["user_property_stopped", "user_property_null_rate"],
  hasDirection: false,
  falseAlarmShare: null,
});
