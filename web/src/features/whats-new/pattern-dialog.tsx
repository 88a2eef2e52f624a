import { matchesPattern } from "@contract/names/matches-pattern";
import type { NewName } from "@contract/names/names";
import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/field";
import { countOf } from "@/lib/format";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { SmallText } from "@/components/ui/text";

type PatternDialogProps = {
  /** Names that are loaded and new; null if others are shown. */
  names: readonly NewName[] | null;
  /** Whether there are more new names than those. */
  isPartOfMore: boolean;
  isPending: boolean;
  onSubmit: (pattern: string, state: "approved" | "ignored") => Promise<void>;
  onClose: () => void;
};

/** Decides all names that match a pattern, now and later. */
export function PatternDialog({ names, isPartOfMore, isPending, onSubmit, onClose }: PatternDialogProps) {
  const [pattern, setPattern] = useState("");
  const [state, setState] = useState<"approved" | "ignored">("approved");
  const text = pattern.trim();
  const matching = names?.filter(({ name }) => matchesPattern(text, name));
  return (
    <FormDialog
      title="Decide by pattern"
      description="Also covers names that come later."
      submitLabel={state === "approved" ? "Approve" : "Ignore"}
      canSubmit={text !== "" && !isPending}
      onSubmit={() => onSubmit(text, state)}
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
        ]}
        onChange={setState}
      />
      <SmallText role="status">{text !== "" && matching && matchText(matching, isPartOfMore)}</SmallText>
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
