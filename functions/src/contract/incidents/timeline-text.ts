import type { TimelineEntry } from "../incidents.js";
import type { CloseReason, Mute } from "./states.js";

export const closeReasonWords: Record<CloseReason | "recovered", string> = {
  fixed: "fixed",
  expected: "expected",
  false_alarm: "a false alarm",
  recovered: "recovered",
};

type FormatTime = (instant: string) => string;

/** When a mute ends, to follow "Muted": "until it recovers", "forever". */
export function muteText(mute: Mute, formatTime: FormatTime): string {
  switch (mute.until) {
    case "time":
      return `until ${formatTime(mute.at)}`;
    case "recovered":
      return "until it recovers";
    case "worse":
      return "until it gets worse";
    case "next_version":
      return "until the next app version";
    case "unmuted":
      return "forever";
  }
}

/** A line of a timeline. For something a person did, it follows the person's name. */
export function timelineText(
  { kind, text, actor }: Pick<TimelineEntry, "kind" | "text" | "actor">,
  formatTime: FormatTime,
): string {
  switch (kind) {
    case "opened":
      return "Opened";
    case "escalated":
      return "Got worse";
    case "confirmed":
      return "Confirmed for the whole day";
    case "recovered":
      return "Recovered";
    case "new_level":
      return "The new level stayed, and the baseline has adapted";
    case "regressed":
      return "Came back";
    case "acknowledged":
      return "acknowledged it";
    case "assigned":
      return actor?.name === text ? "assigned it to themselves" : `assigned it to ${text}`;
    case "unassigned":
      return actor?.name === text ? "unassigned themselves" : `unassigned ${text}`;
    case "muted":
      return `muted it ${muteText(muteOf(text), formatTime)}`;
    case "reopened":
      return actor ? "reopened it" : "Reopened";
    case "closed":
      return actor
        ? `closed it as ${closeReasonWords[text as CloseReason] ?? text}`
        : "Closed automatically, two tested days after it recovered";
    case "annotated":
      return `changed later runs: ${annotatedText(text)}`;
    case "annotation_removed":
      return "undid the change to later runs";
    case "commented":
      return "commented";
    case "sent":
      return `Sent to ${text}`;
  }
}

function annotatedText(text: string): string {
  if (text === "leave_out") return "these days are left out of the baseline";
  if (text === "new_level") return "the new level is accepted";
  return `its threshold is ${text.replace("limit ", "")}%`;
}

const muteOf = (text: string): Mute =>
  text === "recovered" || text === "worse" || text === "next_version" || text === "unmuted"
    ? { until: text }
    : { until: "time", at: text };
