/** What is true of every finding of a rule, apart from its words and figures. */
type RuleTraits = {
  /** Rules in the same family see the same problem in different ways: a stop is an extreme drop. */
  family: "volume" | "presence" | "values" | "profiles";
  /** What stopped, if that is what the rule finds. */
  stopOf: "event" | "property" | null;
  /** A warning starts where the change times this reaches the threshold, except inside segments. */
  timesChange: number;
  /** Which other finding on the same subject makes this one's redundant: one that it stopped, or one that names it as its cause. */
  foldsInto: "stop" | "cause" | null;
};

const traits = {
  "count-change": { family: "volume", stopOf: null, timesChange: 1, foldsInto: "stop" },
  silence: { family: "volume", stopOf: "event", timesChange: 1, foldsInto: null },
  "property-silence": { family: "presence", stopOf: "property", timesChange: 1, foldsInto: null },
  "null-rate": { family: "presence", stopOf: null, timesChange: 3, foldsInto: null },
  distribution: { family: "values", stopOf: null, timesChange: 2, foldsInto: "cause" },
  "profile-count": { family: "profiles", stopOf: null, timesChange: 1, foldsInto: null },
} satisfies Record<string, RuleTraits>;

/**
 * How a detector decides, and therefore how its findings are worded and drawn. The engine has one implementation per
 * rule (`engine/registry.ts`), which it applies to the detector's subject.
 */
export type DetectorRule = keyof typeof traits;
export const ruleTraits: Readonly<Record<DetectorRule, RuleTraits>> = traits;
