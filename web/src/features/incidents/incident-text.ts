import { detectorOf } from "@contract/detectors";
import type { IncidentFinding } from "@contract/incidents";
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
