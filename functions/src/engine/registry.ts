import type { DetectorRule } from "../contract/detectors/descriptor.js";
import { judgeProperties } from "./properties/checks/judge-properties.js";
import type { Rule } from "./rule.js";
import { countChange } from "./rules/count-change.js";
import { profileCount } from "./rules/profile-count.js";
import { silence } from "./rules/silence.js";

/** Implementation of each rule that a detector's descriptor in the contract can name. */
export const rules: Readonly<Record<DetectorRule, Rule>> = {
  "count-change": countChange,
  silence,
  "property-silence": judgeProperties,
  "null-rate": judgeProperties,
  distribution: judgeProperties,
  "profile-count": profileCount,
};
