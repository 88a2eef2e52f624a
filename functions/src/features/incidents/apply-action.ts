import type { IncidentAction, TimelineEntry } from "../../contract/incidents.js";
import type { CloseReason, Mute } from "../../contract/incidents/states.js";
import type { IncidentRecord } from "./incident-record.js";
import type { IncidentChange } from "./incident-repository.js";

/** Who acts, and when. `assignee`: the member that an assignment names. */
export type By = {
  actor: { uid: string; name: string };
  at: string;
  assignee: { uid: string; name: string } | null;
};

/** What an action makes of an incident; null where it is so already, a sentence where it cannot be done. */
export function applyAction(before: IncidentRecord, action: IncidentAction, by: By): IncidentChange | string {
  const changed = (
    change: Partial<IncidentRecord>,
    kind: TimelineEntry["kind"],
    text = "",
  ): IncidentChange => ({
    incident: { ...before, ...change, updatedAt: by.at },
    entries: [{ at: by.at, actor: by.actor, kind, text, runId: null }],
  });
  switch (action.kind) {
    case "acknowledge":
      if (before.status === "acknowledged") return null;
      if (before.isClosed) return "This incident is closed. Reopen it first.";
      return changed({ status: "acknowledged", mute: null }, "acknowledged");
    case "assign":
      if ((before.assignee?.uid ?? null) === action.uid) return null;
      return by.assignee
        ? changed({ assignee: by.assignee }, "assigned", by.assignee.name)
        : changed({ assignee: null }, "unassigned", before.assignee!.name);
    case "mute":
      if (before.isClosed) return "This incident is closed. Reopen it first.";
      if (action.mute.until === "time" && action.mute.at <= by.at) return "Choose a time in the future.";
      if (action.mute.until === "recovered" && before.recoveredOn !== null)
        return "This incident has recovered already.";
      return changed({ status: "muted", mute: action.mute }, "muted", muteText(action.mute));
    case "close":
      if (before.isClosed) return "This incident is closed already.";
      return changed(
        { status: "closed", isClosed: true, mute: null, closedAs: action.reason },
        "closed",
        action.reason satisfies CloseReason,
      );
    case "reopen":
      if (before.status === "open") return null;
      return changed({ status: "open", isClosed: false, mute: null, closedAs: null }, "reopened");
    case "comment":
      return changed({}, "commented", action.text);
  }
}

const muteText = (mute: Mute): string => (mute.until === "time" ? mute.at : mute.until);
