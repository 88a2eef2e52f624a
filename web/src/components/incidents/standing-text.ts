import type {
  CloseReason,
  DetectorState,
  IncidentStanding,
  IncidentStatus,
  Mute,
} from "@contract/incidents/states";
import { formatDateTime } from "@/lib/format";

export const statusWords: Record<IncidentStatus, string> = {
  open: "Open",
  acknowledged: "Acknowledged",
  muted: "Muted",
  closed: "Closed",
};

export const detectorStateWords: Record<DetectorState, string> = {
  new: "New",
  ongoing: "Ongoing",
  escalating: "Escalating",
  regressed: "Back again",
  recovered: "Recovered",
  new_level: "New level",
};

export const closeReasonWords: Record<CloseReason | "recovered", string> = {
  fixed: "fixed",
  expected: "expected",
  false_alarm: "a false alarm",
  recovered: "recovered",
};

/** What a mute ends with, after "Muted until". */
export function muteText(mute: Mute): string {
  switch (mute.until) {
    case "time":
      return formatDateTime(mute.at);
    case "recovered":
      return "it recovers";
    case "worse":
      return "it gets worse";
    case "next_version":
      return "the next app version";
    case "unmuted":
      return "somebody unmutes it";
  }
}

/** "Acknowledged", "Muted until it recovers", "Closed as fixed". */
export function statusText({ status, mute, closedAs }: IncidentStanding): string {
  if (mute) return `Muted until ${muteText(mute)}`;
  if (closedAs) return `Closed as ${closeReasonWords[closedAs]}`;
  return statusWords[status];
}

/** What people have done about it, and who deals with it: "Acknowledged · Assigned to Ana". */
export const standingText = (standing: IncidentStanding): string =>
  [
    standing.status === "open" ? null : statusText(standing),
    standing.assignee ? `Assigned to ${standing.assignee.name}` : "Not assigned",
  ]
    .filter(Boolean)
    .join(" · ");
