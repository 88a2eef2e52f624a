import type { CauseWords } from "../../contract/findings/cause-text.js";
import type { Figures, FiguresOf, Finding, Subject } from "../../contract/findings/finding.js";
import { namesOf } from "../../contract/findings/finding.js";
import { percentText } from "../../contract/findings/figures.js";
import type { RowSeries } from "../../contract/results.js";

export type Rule = Figures["rule"];
export type FindingOf<R extends Rule> = Omit<Finding, "figures"> & { figures: FiguresOf<R> };

/** What the sentences about a finding are made of. */
export type Parts = {
  /** "Checkout Started", "plan on Sign Up", "All activity". */
  name: string;
  /** " on Android" for a finding inside a segment, else empty. */
  place: string;
  /** "since Nov 21", or "on Nov 21–23" once it is over. */
  when: string;
  /** "on Nov 21", or "on Nov 21–23" once it is over. */
  on: string;
  /** Whether the problem began before the finding's first day; `when` and `on` then tell the day it began. */
  isOlder: boolean;
  /** Highlights a name where text can be formatted. */
  mark: (name: string) => string;
};

/** `around` and `where` are " around Nov 21" and " where $os = Android". */
type StepParts = Parts & { around: string; where: string; series: RowSeries | null };

/** A labelled figure. `isChange`: how far it is from expected. `isLast`: after the figures about the segment. */
export type Evidence = { label: string; value: string; isChange?: true; isLast?: true };

/** All words for the findings of one rule. Screens, messages, the command line and assistants use these. */
export type RuleWords<R extends Rule> = {
  /** The kind of problem in one word. */
  label: string;
  /** "Checkout Started down 38% on Android since Nov 21". */
  headline: (finding: FindingOf<R>, parts: Parts) => string;
  /** "1,249 events in 3 days, 60% below the expected 3,108." */
  sentence: (finding: FindingOf<R>, parts: Parts) => string;
  /** "−61%", "+34 pts", "17%", "stopped"; null if there is nothing to compare with. */
  change: (finding: FindingOf<R>) => string | null;
  observed: (finding: FindingOf<R>) => string;
  expected: (finding: FindingOf<R>) => string;
  evidence: (finding: FindingOf<R>, parts: Parts) => Evidence[];
  /** "The normal range is 12% below to 14% above."; null if unknown. */
  context: (finding: FindingOf<R>) => string | null;
  /** The nouns in "97% of the missing events have $os = iOS (62% of normal traffic)". */
  causeWords: (finding: FindingOf<R>) => CauseWords;
  /** Where to look for what broke. */
  nextStep: (finding: FindingOf<R>, parts: StepParts) => string;
  /** How the rule decides, for assistants. */
  howDecided: string;
};

/** What is counted of a subject, one and many. */
export const unitOf = ({ kind }: Subject) =>
  kind === "user-property" || kind === "profiles"
    ? { one: "profile", many: "profiles" }
    : { one: "event", many: "events" };

/** The property of a finding on one. */
export const propertyOf = (subject: Subject): string => namesOf(subject).property ?? "";

/** What has the property: "Sign Up", "user profiles". */
export const holderOf = (subject: Subject): string => namesOf(subject).event ?? "user profiles";

export const shareEvidence = ({
  largestPastChangePct: past,
}: Pick<FiguresOf<"null-rate">, "largestPastChangePct">): Evidence[] =>
  past === null ? [] : [{ label: "Largest past change", value: percentText(past), isLast: true }];
