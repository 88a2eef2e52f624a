import type { LexiconFlag } from "./stored-context.js";

type Flags = Readonly<Record<string, LexiconFlag>>;

const verbs = { hidden: "hidden", dropped: "dropped" } as const;

/** Which events were hidden, dropped or restored in Lexicon between two readings. */
export function lexiconChanges(before: Flags, after: Flags): { subject: string; title: string }[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((subject) => {
    const [was, is] = [before[subject], after[subject]];
    if (was === is) return [];
    const verb = is ? verbs[is] : was === "dropped" ? "no longer dropped" : "no longer hidden";
    return [{ subject, title: `${subject} ${verb} in Lexicon` }];
  });
}
