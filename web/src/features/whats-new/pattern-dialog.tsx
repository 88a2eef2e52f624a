import { matchesPattern } from "@contract/names/matches-pattern";
import type { NewName } from "@contract/names/names";
import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/field";
import { countOf } from "@/lib/format";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { SmallText } from "@/components/ui/text";
import { decidable, type Decision, decisionLabels } from "./decisions";

type PatternDecision = Exclude<Decision, "new">;

type PatternDialogProps = {
  /** Names that are loaded and new; null if others are shown. */
  names: readonly NewName[] | null;
  /** Whether there are more new names than those. */
  isPartOfMore: boolean;
  isPending: boolean;
  onSubmit: (pattern: string, state: PatternDecision, excludable: readonly NewName[]) => Promise<void>;
  onClose: () => void;
};

/** Decides all names that match a pattern: now and later, or, for exclusions, those that match now. */
export function PatternDialog({ names, isPartOfMore, isPending, onSubmit, onClose }: PatternDialogProps) {
  const [pattern, setPattern] = useState("");
  const [state, setState] = useState<PatternDecision>("approved");
  const text = pattern.trim();
  const matching = names?.filter(({ name }) => matchesPattern(text, name));
  const excludable = decidable(matching ?? [], "new", "excluded");
  const isExclusion = state === "excluded";
  const covered = isExclusion ? excludable : matching;
  return (
    <FormDialog
      title="Decide by pattern"
      description={
        isExclusion
          ? `Excludes the names ${isPartOfMore ? "loaded so far " : ""}that match, not those that come later.`
          : "Also covers names that come later."
      }
      submitLabel={decisionLabels[state]}
      canSubmit={text !== "" && !isPending && (!isExclusion || excludable.length > 0)}
      onSubmit={() => onSubmit(text, state, excludable)}
      onClose={onClose}
    >
      <TextField
        label="Pattern"
        help="* stands for any characters."
        value={pattern}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setPattern(event.currentTarget.value)}
      />
      <SegmentedControl
        label="Decision"
        value={state}
        options={[
          { value: "approved", label: "Approve" },
          { value: "ignored", label: "Ignore" },
          ...(names === null ? [] : [{ value: "excluded" as const, label: "Exclude" }]),
        ]}
        onChange={setState}
      />
      <SmallText role="status">
        {text !== "" &&
          covered &&
          (isExclusion && covered.length === 0
            ? "Matches no name that can be excluded."
            : matchText(covered, isPartOfMore))}
      </SmallText>
    </FormDialog>
  );
}

function matchText(matching: readonly NewName[], isPartOfMore: boolean): string {
  const [first] = matching;
  if (isPartOfMore)
    return first
      ? `Matches at least ${countOf(matching.length, "name")}, such as ${first.name}.`
      : "Matches none of the names loaded so far.";
  if (!first) return "Matches no name yet.";
  return matching.length === 1
    ? `Matches ${first.name}.`
    : `Matches ${matching.length} names, such as ${first.name}.`;
}
