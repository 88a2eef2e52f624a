import type { DetectorRule } from "../contract/detectors/rules.js";
import { propertyRules } from "./detectors/properties/judge-properties.js";
import type { Rule } from "./rule.js";
import { countChange } from "./detectors/count/count-change.js";
import { profileCount } from "./detectors/profiles/profile-count.js";
import { silence } from "./detectors/stopped/silence.js";

/** Implementation of each rule that a detector's descriptor in the contract can name. */
export const rules: Readonly<Record<DetectorRule, Rule>> = {
  "count-change": countChange,
  silence,
  "profile-count": profileCount,
  ...propertyRules,
};
