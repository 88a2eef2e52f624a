import type { DetectorRule } from "../contract/detectors/descriptor.js";
import { judgeProperties } from "./detectors/properties/judge-properties.js";
import type { Rule } from "./rule.js";
import { countChange } from "./detectors/count/count-change.js";
import { profileCount } from "./detectors/profiles/profile-count.js";
import { silence } from "./detectors/stopped/silence.js";

/** Implementation of each rule that a detector's descriptor in the contract can name. */
export const rules: Readonly<Record<DetectorRule, Rule>> = {
  "count-change": countChange,
  silence,
  "property-silence": judgeProperties,
  "null-rate": judgeProperties,
  distribution: judgeProperties,
  "profile-count": profileCount,
};
