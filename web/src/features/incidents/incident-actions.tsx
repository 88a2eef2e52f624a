import { Box } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import type { Incident, IncidentAction } from "@contract/incidents";
import type { CloseReason, NewAnnotation } from "@contract/incidents/states";
import { canAnnotate, raisedThreshold } from "@/components/incidents/annotation-text";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { membersQuery } from "@/data/workspaces";

const dayMs = 24 * 60 * 60 * 1_000;

const muteChoices = [
  { value: "", label: "Mute until…" },
  { value: "1", label: "Tomorrow" },
  { value: "7", label: "In a week" },
  { value: "recovered", label: "It recovers" },
  { value: "worse", label: "It gets worse" },
  { value: "next_version", label: "The next app version" },
  { value: "unmuted", label: "Somebody unmutes it" },
];

/** For one incident, closing may change what later runs make of it. */
function closeChoices(incidents: readonly Incident[]): { value: string; label: string }[] {
  const [only, ...others] = incidents;
  const isOne = only !== undefined && others.length === 0 && canAnnotate(only);
  const raised = isOne ? raisedThreshold(only) : null;
  return [
    { value: "", label: "Close as…" },
    { value: "fixed", label: "Fixed" },
    { value: "expected", label: "Expected" },
    ...(isOne
      ? [
          { value: "expected leave_out", label: "Expected: leave these days out of the baseline" },
          { value: "expected new_level", label: "Expected: accept the new level" },
        ]
      : []),
    { value: "false_alarm", label: "False alarm" },
    ...(raised === null
      ? []
      : [{ value: `false_alarm limit ${raised}`, label: `False alarm: raise the threshold to ${raised}%` }]),
  ];
}

type IncidentActionsProps = {
  /** What they are done to; what all of them are decides which are offered. */
  incidents: readonly Incident[];
  isPending: boolean;
  onAct: (action: IncidentAction) => void;
};

/** Acknowledge, assign, mute, close, reopen: for one incident and for several. */
export function IncidentActions({ incidents, isPending, onAct }: IncidentActionsProps) {
  const members = useQuery(membersQuery());
  const areAll = (status: Incident["status"]) => incidents.every((incident) => incident.status === status);
  const people = members.data?.map(({ uid, displayName }) => ({ value: uid, label: displayName })) ?? [];
  const hasAssignee = incidents.some(({ assignee }) => assignee !== null);
  if (areAll("closed"))
    return (
      <Button variant="outline" disabled={isPending} onClick={() => onAct({ kind: "reopen" })}>
        Reopen
      </Button>
    );
  return (
    <>
      {areAll("muted") ? (
        <Button variant="outline" disabled={isPending} onClick={() => onAct({ kind: "reopen" })}>
          Unmute
        </Button>
      ) : (
        <Button
          variant="solid"
          disabled={isPending || areAll("acknowledged")}
          onClick={() => onAct({ kind: "acknowledge" })}
        >
          Acknowledge
        </Button>
      )}
      <ActionMenu
        label="Assign"
        isDisabled={isPending}
        options={[
          { value: "", label: "Assign to…" },
          ...people,
          ...(hasAssignee ? [{ value: "nobody", label: "Nobody" }] : []),
        ]}
        onChoose={(uid) => onAct({ kind: "assign", uid: uid === "nobody" ? null : uid })}
      />
      <ActionMenu
        label="Mute"
        isDisabled={isPending}
        options={muteChoices}
        onChoose={(choice) => onAct({ kind: "mute", mute: muteOf(choice) })}
      />
      <ActionMenu
        label="Close"
        isDisabled={isPending}
        options={closeChoices(incidents)}
        onChoose={(choice) => onAct(closeAction(choice))}
      />
    </>
  );
}

/** The action of a choice: "expected", "expected new_level", "false_alarm limit 45". */
function closeAction(choice: string): IncidentAction {
  const [reason, kind, percent] = choice.split(" ") as [CloseReason, NewAnnotation["kind"]?, string?];
  const close = { kind: "close", reason } as const;
  if (kind === undefined) return close;
  return { ...close, annotation: kind === "limit" ? { kind, percent: Number(percent) } : { kind } };
}

const muteOf = (choice: string): Extract<IncidentAction, { kind: "mute" }>["mute"] =>
  choice === "recovered" || choice === "worse" || choice === "next_version" || choice === "unmuted"
    ? { until: choice }
    : { until: "time", at: new Date(Date.now() + Number(choice) * dayMs).toISOString() };

type ActionMenuProps = {
  label: string;
  options: readonly { value: string; label: string }[];
  isDisabled: boolean;
  onChoose: (value: string) => void;
};

/** A menu whose first entry is its title. */
const ActionMenu = ({ label, options, isDisabled, onChoose }: ActionMenuProps) => (
  <Box w="140px">
    <Select
      size="sm"
      aria-label={label}
      options={options}
      value=""
      disabled={isDisabled}
      onChange={(value) => value !== "" && onChoose(value)}
    />
  </Box>
);
