import { countCauseWords } from "../../../contract/findings/cause-text.js";
import { daysText } from "../../../contract/findings/days.js";
import { countText } from "../../../contract/findings/figures.js";
import type { RuleWords } from "../rule-words.js";

export const words: RuleWords<"silence"> = {
  label: "stopped",
  headline: (_finding, { name, place, on }) => `${name} stopped${place} ${on}`,
  sentence: ({ subject, days, figures: { expected } }, { when }) =>
    subject.kind === "project"
      ? `Many events no longer arrive; ${countText(expected)} events were expected ${when}.`
      : `None arrived ${when}; ${countText(expected)} were expected in ${daysText(days)}.`,
  change: () => "stopped",
  observed: ({ figures: { observed } }) => countText(observed),
  expected: ({ figures: { expected } }) => countText(expected),
  evidence: ({ days, figures: { observed, expected } }, { place }) => [
    { label: `Observed${place}, ${daysText(days)}`, value: countText(observed) },
    { label: "Expected", value: countText(expected) },
  ],
  context: () => null,
  causeWords: () => countCauseWords("missing"),
  nextStep: ({ subject }, { name, around, where, mark }) =>
    subject.kind === "project"
      ? `Many events stopped at once${around}${where}: check the SDK, its key and the proxy it sends through.`
      : `Search the code for ${mark(name)} and for releases${around}${where}: was it renamed, removed, or is it no longer reached?`,
  howDecided:
    "No events have arrived since the first bad day. The event has stopped if the probability of such a long silence is 10⁻⁴ or less and the silence is 1.5 times longer than any before, or if the probability is 10⁻⁶ or less. The chance of one silent day with E expected events is (1+φE)^(−1/φ), where φ measures how unevenly the event usually arrives.",
};
