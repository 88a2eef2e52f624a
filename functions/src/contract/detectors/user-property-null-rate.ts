import { propertyBaselineDays, describeDetector, profileUnit } from "./descriptor.js";

export const userPropertyNullRate = describeDetector({
  key: "user_property_null_rate",
  name: "User property null % increase",
  description: "A property is missing on user profiles more often.",
  useCase: {
    meaning: "A user property is missing, null or empty on more of the recently active profiles than before.",
    example:
      "newsletter_topic is missing on 44% of profiles, up from 3%: profiles created by the new sign-up form lack it.",
  },
  icon: "user-search",
  subject: "user-properties",
  rule: "null-rate",
  requiresThreshold: true,
  needs: "profiles",
  baselineDays: propertyBaselineDays,
  unit: profileUnit,
  checked: { one: "user property", many: "user properties" },
  foldsInto: ["user_property_stopped"],
  hasDirection: false,
  falseAlarmShare: null,
});
