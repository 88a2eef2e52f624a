import { Box } from "@chakra-ui/react";
import { matchesPattern } from "@contract/names/matches-pattern";
import type { NewName } from "@contract/names/names";
import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";

type PatternDialogProps = {
  /** Names that are loaded and new. */
  names: readonly NewName[];
  isPending: boolean;
  onSubmit: (pattern: string, state: "approved" | "ignored") => Promise<void>;
  onClose: () => void;
};

/** Decides all names that match a pattern, now and later. */
export function PatternDialog({ names, isPending, onSubmit, onClose }: PatternDialogProps) {
  const [pattern, setPattern] = useState("");
  const [state, setState] = useState<"approved" | "ignored">("approved");
  const text = pattern.trim();
  const matching = names.filter(({ name }) => matchesPattern(text, name));
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
      <Box textStyle="small" color="fg.muted" role="status">
        {text === "" ? "" : matchText(matching)}
      </Box>
    </FormDialog>
  );
}

function matchText(matching: readonly NewName[]): string {
  const [first] = matching;
  if (!first) return "Matches no name yet.";
  return matching.length === 1
    ? `Matches ${first.name}.`
    : `Matches ${matching.length} names, such as ${first.name}.`;
}
