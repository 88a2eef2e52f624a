import { detectorOf } from "@contract/detectors";
import type { IncidentFinding, TimelineEntry } from "@contract/incidents";
import type { CloseReason } from "@contract/incidents/states";
import { closeReasonWords, muteText } from "@/components/incidents/standing-text";
import { countOf, formatChange, formatPoints } from "@/lib/format";

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
    case "annotated":
      return `changed later runs: ${annotatedText(text)}`;
    case "annotation_removed":
      return "took the change of later runs back";
    case "commented":
      return "commented";
  }
}

function annotatedText(text: string): string {
  if (text === "leave_out") return "these days are not in the baseline";
  if (text === "new_level") return "the new level is accepted";
  return `its threshold is ${text.replace("limit ", "")}%`;
}

const mutedUntil = (text: string): string =>
  text === "recovered" || text === "worse" || text === "next_version" || text === "unmuted"
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
    remove_annotation: "changed back",
  };
  return `${subject} ${words[kind]}`;
};
