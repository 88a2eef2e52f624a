import { countCauseWords, sameSecond, segmentText } from "../../../contract/findings/cause-text.js";
import { minEventsForCause } from "../../../contract/detectors.js";
import { daysText } from "../../../contract/findings/days.js";
import {
  changeOfCounts,
  countText,
  percentText,
  rangeText,
  signedPercent,
  signedPoints,
} from "../../../contract/findings/figures.js";
import type { Copies } from "../../../contract/findings/finding.js";
import type { Evidence, FindingOf, Parts, RuleWords } from "../rule-words.js";

type CountFinding = FindingOf<"count-change"> | FindingOf<"profile-count">;

/**
 * The change that is shown, in percent. It follows from the two figures shown beside it, but for a whole project it is
 * the change of its typical event.
 */
const countChange = ({ subject, figures }: CountFinding): number | null =>
  subject.kind === "project" ? figures.changePct : changeOfCounts(figures.observed, figures.expected);

export const isDrop = (finding: CountFinding): boolean =>
  (countChange(finding) ?? finding.figures.observed - finding.figures.expected) < 0;

/** "Checkout Started down 38% since Nov 21", "Order stopped on iOS on Nov 21". */
export function countHeadline(finding: CountFinding, { name, place, when, on }: Parts): string {
  const change = countChange(finding);
  if (change === null) return `${name} appeared${place} ${when}`;
  if (finding.figures.observed === 0) return `${name} stopped${place} ${on}`;
  return `${name} ${change < 0 ? "down" : "up"} ${percentText(Math.abs(change))}${place} ${when}`;
}

/** "1,249 events in 3 days, 60% below the expected 3,108." */
export function countSentence(
  finding: CountFinding,
  unit: { one: string; many: string },
  { place }: Parts,
): string {
  const { observed, expected } = finding.figures;
  const count = `${countText(observed)} ${observed === 1 ? unit.one : unit.many}${place} in ${daysText(finding.days)}`;
  const change = changeOfCounts(observed, expected);
  if (change === null) return `${count}, where none were expected.`;
  return `${count}, ${percentText(Math.abs(change))} ${change < 0 ? "below" : "above"} the expected ${countText(expected)}.`;
}

/** The copies of a finding that is about them alone, since the count is as expected. */
const copiesAlone = ({ copies }: CountFinding) => (copies?.isRise === false ? copies : null);

/** The words that both rules on counts share. */
export const countWords = {
  change: (finding: CountFinding) => {
    const copies = copiesAlone(finding);
    if (copies) return signedPoints(copies.nowPct, copies.beforePct);
    const change = countChange(finding);
    return change === null ? null : signedPercent(change);
  },
  observed: (finding: CountFinding) => counted(finding, countText(finding.figures.observed)),
  expected: (finding: CountFinding) => {
    const { range, expected } = finding.figures;
    return counted(finding, range ? rangeText(range) : countText(expected));
  },
  context: ({ figures: { range, expected, normalVariationPct: usual } }: CountFinding) => {
    const low = range && changeOfCounts(range.low, expected);
    const high = range && changeOfCounts(range.high, expected);
    if (low !== null && high !== null && low < 0 && high > 0)
      return `The normal range is ${percentText(-low)} below to ${percentText(high)} above.`;
    return usual === null ? null : `Normal variation is about ±${percentText(usual)} a day.`;
  },
  evidence: (finding: CountFinding, { place }: Parts): Evidence[] => {
    const { expected, range, changePct, netChangePct, normalVariationPct } = finding.figures;
    const isNet =
      finding.subject.kind !== "project" &&
      changePct !== null &&
      netChangePct !== null &&
      Math.abs(changePct - netChangePct) >= 0.5;
    return [
      { label: `Observed${place}, ${daysText(finding.days)}`, value: countWords.observed(finding) },
      { label: "Expected", value: counted(finding, countText(expected)) },
      ...(range ? [{ label: `Expected range, ${daysText(finding.days)}`, value: rangeText(range) }] : []),
      {
        label: isNet ? "Net of project trend" : "Change",
        value: countWords.change(finding) ?? "n/a",
        isChange: true as const,
      },
      ...(normalVariationPct === null
        ? []
        : [
            {
              label: "Normal variation of a day",
              value: `±${percentText(normalVariationPct)}`,
              isLast: true as const,
            },
          ]),
      ...(finding.copies
        ? [{ label: `Copies: ${sameSecond}`, value: shareOfCopies(finding.copies), isLast: true as const }]
        : []),
    ];
  },
};

/** "640", or "640 copies" if the finding counts these. */
const counted = (finding: CountFinding, count: string): string =>
  copiesAlone(finding) ? `${count} copies` : count;

/** "31% of events, normally 0.2%". */
const shareOfCopies = ({ nowPct, beforePct }: Copies): string =>
  `${percentText(nowPct)} of events, normally ${percentText(beforePct)}`;

export const words: RuleWords<"count-change"> = {
  ...countWords,
  label: "count",
  headline: (finding, parts) => {
    const copies = copiesAlone(finding);
    if (!copies) return countHeadline(finding, parts);
    const { nowPct, beforePct } = copies;
    return `${percentText(nowPct)} of ${parts.name} events are copies ${parts.when} (${percentText(beforePct)} before)`;
  },
  sentence: (finding, parts) => {
    if (copiesAlone(finding))
      return `About ${countText(finding.figures.observed)} events in ${daysText(finding.days)} are copies: ${sameSecond}. The number of all events isn't unusual.`;
    const change = countChange(finding);
    if (finding.subject.kind !== "project" || change === null)
      return countSentence(finding, { one: "event", many: "events" }, parts);
    const side = change < 0 ? "below" : "above";
    return `The typical event was ${percentText(Math.abs(change))} ${side} what was expected ${parts.when}.`;
  },
  causeWords: (finding) => countCauseWords(isDrop(finding) ? "missing" : "extra"),
  nextStep: (finding, { around, where, mark }) => {
    const { cause, copies, figures } = finding;
    if (copies)
      return `Look for what sends ${finding.subject.kind === "project" ? "events" : "the event"} twice${around}${where}: code that runs twice, a second tag or SDK, a retry with a new $insert_id.`;
    if (finding.subject.kind === "project")
      return `All events changed together${around}${where}: a holiday or campaign, an outage, an SDK release or a billing limit.`;
    if (cause) {
      return `Look at what changed${around} where ${mark(segmentText(cause))}: a release, an SDK update, a feature flag.`;
    }
    const isDown = isDrop(finding);
    const scope =
      Math.abs(figures.observed - figures.expected) >= minEventsForCause
        ? `No property value stands out among the ${isDown ? "missing" : "extra"} events, so look for a cause that affects all of them`
        : "Too few events are affected to see what they share; look at the event itself";
    return isDown
      ? `${scope}: its trigger, the page it is on, a release${around}.`
      : `${scope}: an event sent twice, retries, a bot, a campaign${around}.`;
  },
  howDecided:
    "C events were observed in k days; E were expected from the level, the weekday and the project trend. The change must reach the threshold, and z = |ln((C+½)/(E+½))| / √v must reach its limit, where v = σ²·max(½, k^−0.35) + 1/(E+1) + 0.05² and σ is the normal variation of a day. Of a streak that is over, with 100 events a day or more, E comes from the days on both sides, and σ² is less 1/(E/k+1). Alert at `z_needed`, warning at 3.5 to 4.9. Copies are events of one user in one second: they explain a rise if those above their usual share are half of it, and are a warning alone if twice their share rose by the threshold.",
};
