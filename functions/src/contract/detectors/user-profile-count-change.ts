import { countBaselineDays, describeDetector, profileUnit } from "./descriptor.js";

export const userProfileCountChange = describeDetector({
  key: "user_profile_count_change",
  name: "User profile count spike/drop",
  description: "Unusually many or few profiles.",
  useCase: {
    meaning: "Unusually many or few profiles are created, or exist in total.",
    example:
      "New profiles per day more than double: an identity change gives returning users a second profile, and every conversion rate halves.",
  },
  icon: "user-plus",
  subject: "user-profiles",
  rule: "profile-count",
  requiresThreshold: true,
  needs: "profiles",
  baselineDays: countBaselineDays,
  unit: profileUnit,
  checked: { one: "profile count", many: "profile counts" },
  foldsInto: [],
  hasDirection: true,
  falseAlarmShare: null,
});
