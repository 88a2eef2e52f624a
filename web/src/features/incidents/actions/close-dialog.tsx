import { segmentsText } from "@contract/findings/cause-text";
import type { Incident, IncidentAction } from "@contract/incidents";
import type { NewAnnotation } from "@contract/incidents/states";
import { nameOf } from "@words";
import { useState } from "react";
import { raisedThreshold } from "@/components/incidents/annotation-text";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { RadioCards } from "@/components/choices/radio-cards";
import { formatPercent } from "@/lib/format";

type Reason = "expected" | "false_alarm";
type Choice = { title: string; help: string; annotation: NewAnnotation | null };

type CloseDialogProps = {
  incident: Incident;
  reason: Reason;
  isPending: boolean;
  /** `note` is the text typed, or empty. False if it was refused: the dialog and the note stay. */
  onSubmit: (action: IncidentAction, note: string) => Promise<boolean>;
  onClose: () => void;
};

/** Closes an incident as expected or as a false alarm, and asks how later runs should treat it. */
export function CloseDialog({ incident, reason, isPending, onSubmit, onClose }: CloseDialogProps) {
  const choices = choicesOf(incident, reason);
  const [chosen, setChosen] = useState(0);
  const [note, setNote] = useState("");
  const { finding, segment } = incident;
  const subject = nameOf(finding.found);
  const where = segment ? `${subject} (${segmentsText(segment.dimension, [segment.value])})` : subject;
  const submit = async () => {
    const annotation = choices[chosen]?.annotation;
    const isClosed = await onSubmit(
      { kind: "close", reason, ...(annotation && { annotation }) },
      note.trim(),
    );
    if (isClosed) onClose();
  };
  return (
    <FormDialog
      title={reason === "expected" ? "Close as expected" : "Close as false alarm"}
      description={`How should Plumbline treat ${where} from now on?`}
      submitLabel="Close incident"
      canSubmit={!isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioCards
        label="From now on"
        options={choices.map(({ title, help }, index) => ({ value: index, label: title, help }))}
        value={chosen}
        onChange={setChosen}
      />
      <TextField
        label="Note"
        isOptional
        placeholder="Shown in the activity"
        maxLength={2_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function choicesOf(incident: Incident, reason: Reason): Choice[] {
  const { thresholdPct } = incident.finding;
  const level: Choice = {
    title: "Accept the new level",
    help: "The baseline restarts on the first bad day. Nothing is checked here until it is long enough.",
    annotation: { kind: "new_level" },
  };
  if (reason === "expected")
    return [
      {
        title: "Leave these days out of the baseline",
        help: "They were an exception. What counts as normal stays the same.",
        annotation: { kind: "leave_out" },
      },
      level,
      { title: "Keep checking as before", help: "The baseline adapts on its own.", annotation: null },
    ];
  const raised = raisedThreshold(incident);
  const stays = thresholdPct === null ? "" : `The threshold stays at ${formatPercent(thresholdPct)}. `;
  return [
    {
      title: "Keep checking as before",
      help: `${stays}The next change like this will be reported.`,
      annotation: null,
    },
    level,
    ...(raised === null
      ? []
      : [
          {
            title: `Raise the threshold for this one to ${formatPercent(raised)}`,
            help: "Only here and only for this check. This finding would have stayed below it.",
            annotation: { kind: "limit", percent: raised } as const,
          },
        ]),
  ];
}
