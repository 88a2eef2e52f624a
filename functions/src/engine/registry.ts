import type { DetectorRule } from "../contract/detectors/descriptor.js";
import { judgeProperties } from "./properties/checks/judge-properties.js";
import type { Rule } from "./rule.js";
import { countChange } from "./rules/count-change.js";
import { profileCount } from "./rules/profile-count.js";
import { silence } from "./rules/silence.js";

/** The engine's part of a detector, by the rule that its descriptor in the contract names. */
export const rules: Readonly<Record<DetectorRule, Rule>> = {
  "count-change": countChange,
  silence,
  "property-silence": judgeProperties,
  "null-rate": judgeProperties,
  distribution: judgeProperties,
  "profile-count": profileCount,
};
