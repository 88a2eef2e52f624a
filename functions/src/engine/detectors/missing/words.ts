import { daysText } from "../../../contract/findings/days.js";
import { percentText, signedPoints } from "../../../contract/findings/figures.js";
import type { NullSeries, RowSeries } from "../../../contract/results.js";
import { holderOf, propertyOf, type RuleWords, shareEvidence, unitOf } from "../rule-words.js";

export const words: RuleWords<"null-rate"> = {
  label: "null",
  headline: ({ subject, figures: { missingPct, missingBeforePct } }, { place, when }) =>
    `${propertyOf(subject)} missing on ${percentText(missingPct)} of ${holderOf(subject)}${place} ${when} (${percentText(missingBeforePct)} before)`,
  sentence: ({ subject, figures: { missingPct, missingBeforePct } }, { place, when }) =>
    `Missing on ${percentText(missingPct)} of ${unitOf(subject).many}${place} ${when}, ${missingPct > missingBeforePct ? "up" : "down"} from ${percentText(missingBeforePct)}.`,
  change: ({ figures: { missingPct, missingBeforePct } }) => signedPoints(missingPct, missingBeforePct),
  observed: ({ figures }) => percentText(figures.missingPct),
  expected: ({ figures }) => percentText(figures.missingBeforePct),
  evidence: (finding, { place }) => [
    {
      label: `Null${place || " now"}, ${daysText(finding.days)}`,
      value: percentText(finding.figures.missingPct),
    },
    { label: "Null before", value: percentText(finding.figures.missingBeforePct) },
    { label: "Change", value: words.change(finding) ?? "n/a", isChange: true },
    { label: "Values missing, at least", value: percentText(finding.figures.effectPct) },
    ...shareEvidence(finding.figures),
  ],
  context: ({ figures: { largestPastChangePct: past } }) =>
    past === null ? null : `The largest past change was ${percentText(past)}.`,
  causeWords: ({ subject }) => ({ affected: "missing values", all: `all ${unitOf(subject).many}` }),
  nextStep: ({ subject, segment }, { around, where, series, mark }) =>
    segment
      ? `Look at what was released${around}${where}: elsewhere ${mark(propertyOf(subject))} is sent as before.`
      : [...nullHints(series), `Look at what was released${around}${where}.`].join(" "),
  howDecided:
    "The share of events without a value rose from p to q. The effect (q−p)/(1−p) is the share of values that were lost. Alert from max(threshold, 1.5 × largest past change) with z ≥ 6; warning from a third of the threshold with z ≥ 5. The report uses the smallest effect over several baselines, so it may be lower than computed here.",
};

const hints = {
  absent: "The property is missing from these events: removed or renamed.",
  null: "The property is sent as null: the event fires before the value is available.",
  empty: "The property is sent as empty text: a field is read before it is filled in.",
} as const;
type NullKind = keyof typeof hints;

const minShareForHint = 0.2;

/** What the main kinds of null on the flagged days point to. */
function nullHints(series: RowSeries | null): string[] {
  const flagged: NullSeries["days"] =
    series?.kind === "nulls" ? series.days.filter(({ isFlagged }) => isFlagged) : [];
  const kinds = (Object.keys(hints) as NullKind[]).map((kind) => ({
    kind,
    count: flagged.reduce((total, day) => total + day[kind], 0),
  }));
  const all = kinds.reduce((total, { count }) => total + count, 0);
  return kinds.filter(({ count }) => count > all * minShareForHint).map(({ kind }) => hints[kind]);
}
