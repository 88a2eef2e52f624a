import type { IncidentStanding, IncidentStatus } from "@contract/incidents/states";
import { closeReasonWords, muteText } from "@contract/incidents/timeline-text";
import { addDays } from "@/components/charts/plot/calendar";
import { capitalized, formatDateTime, formatRecentDay, formatShortProjectDay } from "@/lib/format";

export const statusWords: Record<IncidentStatus, string> = {
  open: "Open",
  acknowledged: "Acknowledged",
  muted: "Muted",
  closed: "Closed",
};

/** "Acknowledged", "Muted until it recovers", "Closed: fixed". */
export function statusText({ status, mute, closedAs }: IncidentStanding): string {
  if (mute) return `Muted ${muteText(mute, formatDateTime)}`;
  if (closedAs === "recovered") return "Closed automatically";
  return closedAs ? `Closed: ${closeReasonWords[closedAs].replace(/^a /, "")}` : statusWords[status];
}

/**
 * "closes automatically once Nov 22 is tested": two tested days after the end. Null if the incident still lasts
 * or somebody set it aside.
 */
export function closingText({ status, recoveredOn }: IncidentStanding): string | null {
  if (recoveredOn === null || (status !== "open" && status !== "acknowledged")) return null;
  return `closes automatically once ${formatShortProjectDay(addDays(recoveredOn, 2))} is tested`;
}

/** "reopened because it got worse": a run reopened what a person had set aside. Null if no run has. */
export function reopenedText({ status, decision, detectorState }: IncidentStanding): string | null {
  if (status !== "open" || decision === null || decision.status === "open") return null;
  if (detectorState === "escalating") return "reopened because it got worse";
  return detectorState === "regressed" ? "reopened because it came back" : "open again";
}

/** The decision by a person that still applies; null if a run decided. */
export const deciderOf = ({ status, closedAs, decision }: IncidentStanding): IncidentStanding["decision"] =>
  decision?.status === status && status !== "open" && closedAs !== "recovered" ? decision : null;

/**
 * What people have done about the incident, and its assignee: "Acknowledged by Ana Torres on Nov 19, open
 * again since it got worse · Assigned to Ana Torres".
 */
export function standingText(standing: IncidentStanding): string {
  const { status, assignee, decision } = standing;
  const decider = deciderOf(standing);
  const reopened = reopenedText(standing);
  const closing = closingText(standing);
  return [
    reopened && decision && `${statusWords[decision.status]} ${byText(decision)}, ${reopened}`,
    status !== "open" && [statusText(standing), decider && byText(decider)].filter(Boolean).join(" "),
    closing && capitalized(closing),
    assignee ? `Assigned to ${assignee.name}` : "Not assigned",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** "by Ana Torres on Nov 19". */
const byText = ({ by, at }: Exclude<IncidentStanding["decision"], null>): string => {
  const day = formatRecentDay(at);
  return `by ${by.name} ${/^\w+$/.test(day) ? day : `on ${day}`}`;
};
