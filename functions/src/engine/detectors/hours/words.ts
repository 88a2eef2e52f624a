import { countCauseWords } from "../../../contract/findings/cause-text.js";
import { hoursText, shortDay } from "../../../contract/findings/days.js";
import { changeOfCounts, countText, percentText, signedPercent } from "../../../contract/findings/figures.js";
import type { FindingOf, RuleWords } from "../rule-words.js";

type HoursFinding = FindingOf<"hours">;

/** "14:00"; with the day if it isn't the finding's last one or the finding is over. */
const startText = ({ since, until, severity, figures }: HoursFinding): string =>
  since === until && severity !== "normal" ? figures.fromHour : `${shortDay(since)}, ${figures.fromHour}`;
const sinceText = (finding: HoursFinding): string => `since ${startText(finding)}`;

const expectedText = ({ figures: { expected, hours } }: HoursFinding): string =>
  `${countText(expected)} expected in ${hoursText(hours)}`;

export const words: RuleWords<"hours"> = {
  label: "hours",
  headline: (finding, { name, when: sinceDay, isOlder }) => {
    const { observed, expected } = finding.figures;
    const change = changeOfCounts(observed, expected);
    const when = isOlder ? sinceDay : sinceText(finding);
    if (observed === 0) {
      const missing = isOlder ? "" : ` (${expectedText(finding)})`;
      return finding.subject.kind === "project"
        ? `${name} silent ${when}${missing}`
        : `No ${name} ${when}${missing}`;
    }
    if (change === null) return `${name} appeared ${when}`;
    return `${name} ${change < 0 ? "down" : "up"} ${percentText(Math.abs(change))} ${when}`;
  },
  sentence: (finding) => {
    const { observed, expected, untilHour } = finding.figures;
    const tested = `Tested until ${untilHour}; the whole day is checked tomorrow.`;
    const change = changeOfCounts(observed, expected);
    if (observed === 0 || change === null)
      return `${observed === 0 ? "No" : countText(observed)} events ${sinceText(finding)}; ${expectedText(finding)}. ${tested}`;
    const side = change < 0 ? "below" : "above";
    return `${countText(observed)} events ${sinceText(finding)}, ${percentText(Math.abs(change))} ${side} the expected ${countText(expected)}. ${tested}`;
  },
  change: ({ figures: { observed, expected } }) => {
    const change = changeOfCounts(observed, expected);
    return observed === 0 ? "stopped" : change === null ? null : signedPercent(change);
  },
  observed: ({ figures }) => countText(figures.observed),
  expected: ({ figures }) => countText(figures.expected),
  evidence: (finding) => [
    { label: `Observed ${sinceText(finding)}`, value: countText(finding.figures.observed) },
    { label: `Expected in ${hoursText(finding.figures.hours)}`, value: countText(finding.figures.expected) },
    { label: "Tested until", value: finding.figures.untilHour, isLast: true },
  ],
  context: () => null,
  causeWords: ({ figures: { observed, expected } }) =>
    countCauseWords(observed < expected ? "missing" : "extra"),
  nextStep: (finding, { name, mark }) => {
    const when = `at ${startText(finding)}`;
    const { observed, expected, fromHour } = finding.figures;
    if (finding.subject.kind === "project" && observed > 0)
      return `The whole project changed: look for a campaign, a holiday or an outage, and what was released ${when}.`;
    if (observed > expected)
      return `Look at what was released shortly before ${fromHour}, whether ${mark(name)} is now sent twice, and whether a campaign began.`;
    return finding.subject.kind === "project"
      ? `Many events fell silent at once: check the SDK, its key and the proxy it sends through, and what was released ${when}.`
      : `Look at what was released shortly before ${fromHour}, and whether ${mark(name)} was renamed, removed, or is no longer reached.`;
  },
  howDecided:
    "Hours of today that are complete and at least two hours old are compared with the event's usual share of a day in these hours. The event has fallen silent if the probability of so many silent hours is 10⁻⁴ or less and the silence is 1.5 times longer than any before, or if the probability is 10⁻⁶ or less. Once a week of hourly runs shows how late events arrive, the last 1, 2, 3, 6 and 12 hours and the day so far are also compared with the same hours of past days; a change of 6 times their normal variation is reported. The next day, the result for the whole day replaces this one.",
};
