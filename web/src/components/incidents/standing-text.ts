import type { DetectorState, IncidentStanding, IncidentStatus } from "@contract/incidents/states";
import { closeReasonWords, muteText } from "@contract/incidents/timeline-text";
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

/** "Acknowledged", "Muted until it recovers", "Closed as fixed". */
export function statusText({ status, mute, closedAs }: IncidentStanding): string {
  if (mute) return `Muted until ${muteText(mute, formatDateTime)}`;
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
