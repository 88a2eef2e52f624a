import { countCauseWords } from "../../../contract/findings/cause-text.js";
import { countHeadline, countSentence, countWords, isDrop } from "../count/words.js";
import type { RuleWords } from "../rule-words.js";

export const words: RuleWords<"profile-count"> = {
  ...countWords,
  label: "count",
  headline: countHeadline,
  sentence: (finding, parts) => countSentence(finding, { one: "profile", many: "profiles" }, parts),
  causeWords: (finding) => countCauseWords(isDrop(finding) ? "missing" : "extra", "profiles"),
  nextStep: (finding, { around, where }) =>
    isDrop(finding)
      ? `Check sign-up, and whether profiles were deleted or merged${around}${where}.`
      : `Look for a new source of profiles${around}${where}: an import, a bot, or users who are no longer recognized.`,
  howDecided:
    "C profiles were counted; E were expected. The change must reach the threshold, and z = |ln((C+½)/(E+½))| / √v must reach its limit, where v = σ²·max(½, k^−0.35) + 1/(E+1) + 0.05² and σ is the normal variation of a day.",
};
