import { detectorOf } from "@contract/detectors";
import type {
  CloseReason,
  DetectorState,
  Incident,
  IncidentFinding,
  IncidentStatus,
  Mute,
  TimelineEntry,
} from "@contract/incidents";
import { countOf, formatChange, formatDateTime, formatPoints } from "@/lib/format";

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

const closeReasonWords: Record<CloseReason | "recovered", string> = {
  fixed: "fixed",
  expected: "expected",
  false_alarm: "a false alarm",
  recovered: "recovered",
};

/** What a mute ends with, after "Muted until". */
function muteText(mute: Mute): string {
  switch (mute.until) {
    case "time":
      return formatDateTime(mute.at);
    case "recovered":
      return "it recovers";
    case "worse":
      return "it gets worse";
    case "unmuted":
      return "somebody unmutes it";
  }
}

/** "Acknowledged", "Muted until it recovers", "Closed as fixed". */
export function statusText({ status, mute, closedAs }: Incident): string {
  if (mute) return `Muted until ${muteText(mute)}`;
  if (closedAs) return `Closed as ${closeReasonWords[closedAs]}`;
  return statusWords[status];
}

/** The finding's sentence without the marks around names. */
export const plainReason = ({ reason }: IncidentFinding): string => reason.replaceAll("`", "");

/** "−43%", "+41 pts", "stopped". */
export function changeText({ detector, changePct }: IncidentFinding): string {
  const { rule } = detectorOf(detector);
  if (rule === "silence" || rule === "property-silence") return "stopped";
  if (changePct === null) return "";
  return rule === "null-rate" ? formatPoints(changePct) : formatChange(changePct);
}

/** A line of the timeline, after the name of the person for what a person did. */
export function timelineText({ kind, text, actor }: TimelineEntry): string {
  switch (kind) {
    case "opened":
      return "Opened";
    case "escalated":
      return "Got worse";
    case "recovered":
      return "Recovered";
    case "new_level":
      return "The level stayed, and the baseline has adapted";
    case "regressed":
      return "Came back";
    case "acknowledged":
      return "acknowledged it";
    case "assigned":
      return actor?.name === text ? "took it" : `assigned it to ${text}`;
    case "unassigned":
      return `took it from ${text}`;
    case "muted":
      return `muted it until ${mutedUntil(text)}`;
    case "reopened":
      return actor ? "reopened it" : "Open again";
    case "closed":
      return actor
        ? `closed it as ${closeReasonWords[text as CloseReason] ?? text}`
        : "Closed by itself, two tested days after it recovered";
    case "commented":
      return "commented";
  }
}

const mutedUntil = (text: string): string =>
  text === "recovered" || text === "worse" || text === "unmuted"
    ? muteText({ until: text })
    : muteText({ until: "time", at: text });

export const outcomeTitle = (kind: string, count: number): string => {
  const subject = count === 1 ? "Incident" : countOf(count, "incident");
  const words: Record<string, string> = {
    acknowledge: "acknowledged",
    assign: "assigned",
    mute: "muted",
    close: "closed",
    reopen: "reopened",
    comment: "commented on",
  };
  return `${subject} ${words[kind]}`;
};
