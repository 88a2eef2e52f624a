import { useQuery } from "@tanstack/react-query";
import type { Incident, IncidentAction } from "@contract/incidents";
import type { CloseReason } from "@contract/incidents/states";
import { useState } from "react";
import { canAnnotate } from "@/components/incidents/annotation-text";
import { Button } from "@/components/ui/button";
import { currentUserQuery } from "@/data/user";
import { membersQuery } from "@/data/workspaces";
import { formatDateTime } from "@/lib/format";
import { ActionMenu, ButtonKey, type MenuChoice } from "@/components/choices/action-menu";
import { CloseDialog } from "./close-dialog";

type IncidentActionsProps = {
  /** The incidents to act on. The status they share decides which actions are offered. */
  incidents: readonly Incident[];
  isPending: boolean;
  /** For the bulk bar: short labels with shortcut keys. */
  isCompact?: boolean;
  /** Whether it was done. */
  onAct: (action: IncidentAction, note?: string) => Promise<boolean>;
};

/** Acknowledge, assign, mute, close and reopen, for one or several incidents. */
export function IncidentActions({ incidents, isPending, isCompact = false, onAct }: IncidentActionsProps) {
  const [closing, setClosing] = useState<"expected" | "false_alarm" | null>(null);
  const areAll = (status: Incident["status"]) => incidents.every((incident) => incident.status === status);
  // An incident is shown as closed before the server has answered. The dialog stays until it has.
  if (areAll("closed") && closing === null)
    return (
      <Button variant="outline" disabled={isPending} onClick={() => void onAct({ kind: "reopen" })}>
        Reopen
      </Button>
    );
  const [only, ...others] = incidents;
  const asked = only && others.length === 0 && canAnnotate(only) ? only : null;
  const close = (reason: CloseReason) => {
    if (asked && reason !== "fixed") setClosing(reason);
    else void onAct({ kind: "close", reason });
  };
  return (
    <>
      {areAll("muted") ? (
        <Button variant="outline" disabled={isPending} onClick={() => void onAct({ kind: "reopen" })}>
          Unmute
        </Button>
      ) : (
        <Button
          variant="solid"
          disabled={isPending || areAll("acknowledged")}
          onClick={() => void onAct({ kind: "acknowledge" })}
        >
          Acknowledge
          <ButtonKey>a</ButtonKey>
        </Button>
      )}
      <AssignMenu incidents={incidents} isPending={isPending} isCompact={isCompact} onAct={onAct} />
      <ActionMenu
        name="Mute"
        title="Mute"
        label={isCompact ? "Mute" : "Mute until…"}
        shortcut={isCompact ? "m" : undefined}
        choices={muteChoices(incidents)}
        isNumbered
        isDisabled={isPending}
        onChoose={(choice) => void onAct({ kind: "mute", mute: muteOf(choice) })}
      />
      <ActionMenu
        name="Close"
        title="Close as"
        label={isCompact ? "Close" : "Close as…"}
        shortcut={isCompact ? "e" : undefined}
        choices={asked ? askingChoices : closeChoices}
        isNumbered
        isDisabled={isPending}
        onChoose={(reason) => close(reason as CloseReason)}
      />
      {closing && asked && (
        <CloseDialog
          incident={asked}
          reason={closing}
          isPending={isPending}
          onSubmit={onAct}
          onClose={() => setClosing(null)}
        />
      )}
    </>
  );
}

function AssignMenu({ incidents, isPending, isCompact, onAct }: IncidentActionsProps) {
  const members = useQuery(membersQuery());
  const user = useQuery(currentUserQuery()).data;
  const people = (members.data ?? []).map(({ uid, displayName }) => ({
    value: uid,
    label: uid === user?.firebaseUid ? `${displayName} (you)` : displayName,
  }));
  const hasAssignee = incidents.some(({ assignee }) => assignee !== null);
  return (
    <ActionMenu
      name="Assign"
      title="Assign to"
      label="Assign"
      shortcut={isCompact ? "i" : undefined}
      choices={[...people, ...(hasAssignee ? [{ value: nobody, label: "Nobody", startsGroup: true }] : [])]}
      isDisabled={isPending}
      onChoose={(uid) => void onAct({ kind: "assign", uid: uid === nobody ? null : uid })}
    />
  );
}

const nobody = "nobody";

function muteChoices(incidents: readonly Incident[]): MenuChoice[] {
  const isOver = incidents.every(({ detectorState }) => ["recovered", "new_level"].includes(detectorState));
  return [
    { value: "1", label: "Until tomorrow", help: formatDateTime(morningIn(1)) },
    { value: "7", label: "For 1 week", help: formatDateTime(morningIn(7)) },
    ...(isOver ? [] : [{ value: "recovered", label: "Until it recovers", startsGroup: true }]),
    {
      value: "worse",
      label: "Until it gets worse",
      help: "It grows by another 50% or comes back",
      startsGroup: isOver,
    },
    {
      value: "next_version",
      label: "Until the next app version",
      help: "Once 5% of the events come from it",
    },
    { value: "unmuted", label: "Forever", startsGroup: true },
  ];
}

const muteOf = (choice: string): Extract<IncidentAction, { kind: "mute" }>["mute"] =>
  choice === "recovered" || choice === "worse" || choice === "next_version" || choice === "unmuted"
    ? { until: choice }
    : { until: "time", at: morningIn(Number(choice)) };

/** 06:00 AM that many days from now, by the browser's clock. */
function morningIn(days: number): string {
  const time = new Date();
  time.setDate(time.getDate() + days);
  time.setHours(6, 0, 0, 0);
  return time.toISOString();
}

const closeChoices: readonly MenuChoice[] = [
  { value: "fixed", label: "Fixed", help: "Opens again if it comes back" },
  { value: "expected", label: "Expected", help: "We meant to change this" },
  { value: "false_alarm", label: "False alarm", help: "Nothing was wrong" },
];

/** The same choices, with an ellipsis where a dialog follows. */
const askingChoices = closeChoices.map((choice) =>
  choice.value === "fixed" ? choice : { ...choice, label: `${choice.label}…` },
);
