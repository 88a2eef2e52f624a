import { daysText } from "../../../contract/findings/days.js";
import { countText } from "../../../contract/findings/figures.js";
import { propertyOf, type RuleWords, unitOf } from "../rule-words.js";

export const words: RuleWords<"property-silence"> = {
  label: "stopped",
  headline: ({ subject }, { place, when }) =>
    subject.kind === "event-property"
      ? `${subject.property} no longer sent with ${subject.event}${place} ${when}`
      : `${propertyOf(subject)} no longer set on user profiles${place} ${when}`,
  sentence: ({ days, figures: { expected } }, { when }) =>
    `No values ${when}; ${countText(expected)} were expected in ${daysText(days)}.`,
  change: () => "stopped",
  observed: ({ figures: { observed } }) => countText(observed),
  expected: ({ figures: { expected } }) => countText(expected),
  evidence: ({ days, figures: { observed, expected } }, { place }) => [
    { label: `Values${place}, ${daysText(days)}`, value: countText(observed) },
    { label: "Expected", value: countText(expected) },
  ],
  context: () => null,
  causeWords: ({ subject }) => ({ affected: "missing values", all: `all ${unitOf(subject).many}` }),
  nextStep: ({ subject }, { around, where, mark }) =>
    `Search the code for ${mark(propertyOf(subject))} and for releases${around}${where}: was it removed or renamed?`,
  howDecided:
    "Events still arrive, but none has a value for the property. The property has stopped if the probability of so many events without a value is 10⁻⁵ or less, given how many usually have one.",
};
