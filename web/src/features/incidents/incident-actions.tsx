import { Box } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import type { Incident, IncidentAction } from "@contract/incidents";
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
  { value: "unmuted", label: "Somebody unmutes it" },
];

const closeChoices = [
  { value: "", label: "Close as…" },
  { value: "fixed", label: "Fixed" },
  { value: "expected", label: "Expected" },
  { value: "false_alarm", label: "False alarm" },
];

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
        options={closeChoices}
        onChoose={(reason) =>
          onAct({ kind: "close", reason: reason as "fixed" | "expected" | "false_alarm" })
        }
      />
    </>
  );
}

const muteOf = (choice: string): Extract<IncidentAction, { kind: "mute" }>["mute"] =>
  choice === "recovered" || choice === "worse" || choice === "unmuted"
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
