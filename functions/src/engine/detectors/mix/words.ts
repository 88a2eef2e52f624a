import { caseChange, caseChangeText } from "../../../contract/findings/case-change.js";
import { daysText } from "../../../contract/findings/days.js";
import type { FiguresOf } from "../../../contract/findings/finding.js";
import { percentText } from "../../../contract/findings/figures.js";
import {
  factorText,
  partName,
  sizeChangeText,
  sizesText,
  sizeText,
  timesText,
} from "../../../contract/findings/sizes.js";
import type { RowSeries } from "../../../contract/results.js";
import { propertyOf, type RuleWords, shareEvidence, unitOf } from "../rule-words.js";

type Mover = FiguresOf<"distribution">["movers"][number];

export const words: RuleWords<"distribution"> = {
  label: "shift",
  headline: ({ subject, figures }, { place, on, when }) => {
    const holder = subject.kind === "event-property" ? ` on ${subject.event}` : " on user profiles";
    if (figures.sizes) return `${propertyOf(subject)}${holder} ${timesText(figures.sizes)}${place} ${when}`;
    return `${percentText(figures.shiftedPct)} of ${propertyOf(subject)} values${holder} changed${place} ${on}`;
  },
  sentence: ({ figures: { shiftedPct, movers, sizes } }, { place, mark }) => {
    if (sizes) return `The numbers are ${timesText(sizes)}: ${sizesText(sizes)}.`;
    const sameValue = caseChange(movers.map((mover) => ({ ...mover, change: changeOf(mover) })));
    const shown = (sameValue ?? oppositeMovers(movers)).map(
      ({ label, beforePct, nowPct }) => `${mark(label)} ${percentText(beforePct)} → ${percentText(nowPct)}`,
    );
    return `${percentText(shiftedPct)} of the values${place} changed${shown.length > 0 ? `: ${shown.join(", ")}` : ""}${sameValue ? caseChangeText : ""}.`;
  },
  change: ({ figures: { sizes, shiftedPct } }) => (sizes ? factorText(sizes) : percentText(shiftedPct)),
  observed: ({ figures: { sizes, shiftedPct } }) =>
    sizes?.[0] ? `${partName(sizes[0])} ${sizeText(sizes[0].after)}` : percentText(shiftedPct),
  expected: ({ figures: { sizes, byChancePct, largestPastChangePct: past } }) =>
    sizes?.[0] ? sizeText(sizes[0].before) : `0–${percentText(Math.max(byChancePct, past ?? 0))}`,
  evidence: (finding, { place }) => {
    const { sizes, shiftedPct } = finding.figures;
    if (sizes)
      return [
        ...sizes.map((one) => ({
          label: `Size of the numbers, ${partName(one)}`,
          value: sizeChangeText(one),
        })),
        { label: "Change", value: factorText(sizes), isChange: true },
      ];
    return [
      {
        label: `Values changed${place}, ${daysText(finding.days)}`,
        value: percentText(shiftedPct),
        isChange: true,
      },
      { label: "Expected range", value: words.expected(finding) },
      ...shareEvidence(finding.figures),
    ];
  },
  context: ({ figures: { largestPastChangePct: past } }) =>
    past === null ? null : `The largest past change was ${percentText(past)}.`,
  causeWords: ({ subject }) => ({ affected: "shifted values", all: `all ${unitOf(subject).many}` }),
  nextStep: ({ figures }, { around, where, series, mark }) => {
    if (figures.sizes)
      return `Find out what changed${around}${where}: another unit, another currency, new prices.`;
    const [vanished, appeared] = renamed(series);
    return vanished && appeared
      ? `${mark(vanished)} vanished and ${mark(appeared)} appeared${around}${where}: was a value renamed?`
      : `Find out what changed${around}${where}: a new default, an A/B test, a campaign, a change in formatting.`;
  },
  howDecided:
    "The mix of values differs from the baseline. D = ½ Σ|after − before| is the share of events whose value changed, A is the change that chance alone would bring, and the effect is √(D²−A²). Alert from max(threshold, 1.5 × largest past change) with z ≥ 6; warning from half the threshold with z ≥ 5. The report uses the smallest effect over several baselines, so it may be lower than computed here. Numbers are also a warning if the median and the upper decile of their sizes both grew by a factor of 1 + threshold, or fell by it, and by twice the largest past change (as logarithms), and if chance doesn't explain it (4 standard errors). A part that is 0 before and after doesn't count.",
};

const changeOf = ({ beforePct, nowPct }: Mover) => nowPct - beforePct;

/** The value that moved most, and the one that moved most in the other direction. */
function oppositeMovers(movers: readonly Mover[]): readonly Mover[] {
  const [first] = movers;
  if (!first) return [];
  const other = movers.find((mover) => changeOf(mover) < 0 !== changeOf(first) < 0) ?? movers[1];
  return other ? [first, other].sort((a, b) => changeOf(a) - changeOf(b)) : [first];
}

/** Shares in 0–1 below which a value is gone, and from which its change is worth a word. */
const nothing = 0.005;
const minMove = 0.02;

/** The largest value that vanished and the largest that appeared; undefined if there is none. */
function renamed(series: RowSeries | null): [vanished: string | undefined, appeared: string | undefined] {
  const cells = series?.kind === "distribution" ? series.cells : [];
  const largest = (from: "before" | "after", to: "before" | "after") =>
    cells
      .filter((cell) => cell[to] < nothing && cell[from] >= minMove)
      .toSorted((a, b) => b[from] - a[from])[0]?.label;
  return [largest("before", "after"), largest("after", "before")];
}
