import { detectorOf } from "@contract/detectors";
import { changeText as changeTextOf } from "@contract/findings/figures";
import type { Incident, IncidentAction } from "@contract/incidents";
import { withoutStatistics } from "@contract/incidents/without-statistics";
import { closeReasonWords, muteText } from "@contract/incidents/timeline-text";
import { capitalized, countOf, formatDateTime } from "@/lib/format";

/** A finding's reason without statistics and without backticks around names. */
export const plainText = (reason: string): string => withoutStatistics(reason).replaceAll("`", "");

/**
 * An incident's reason as plain text, without the name (the headline has it) and without how profiles were
 * compared (the analysis has that).
 */
export function plainReason({ entity, finding }: Pick<Incident, "entity" | "finding">): string {
  const text = plainText(finding.reason).replace(/ Compared: .*$/, "");
  return text.startsWith(`${entity}: `) ? capitalized(text.slice(entity.length + 2)) : text;
}

/** "−43%", "+41 pts", "65%", "stopped"; empty if there is nothing to compare. */
export function changeText(incident: Incident): string {
  const { finding } = incident;
  const { rule } = detectorOf(finding.detector);
  if (rule === "silence" || rule === "property-silence") return "stopped";
  return changeTextOf({ ...incident, ...finding }) ?? "";
}

const verbs: Record<IncidentAction["kind"], string> = {
  acknowledge: "acknowledge",
  assign: "assign",
  mute: "mute",
  close: "close",
  reopen: "reopen",
  comment: "comment on",
  remove_annotation: "change",
};

/** "Unable to close the incident", "Unable to close 2 of 3 incidents". */
export function failureOf({ kind }: IncidentAction, failed: number, all: number): string {
  const which = failed < all ? `${failed} of ${countOf(all, "incident")}` : countOf(all, "incident");
  return `Unable to ${verbs[kind]} ${all === 1 ? "the incident" : which}`;
}

/** The toast text after an action. `before` holds the incidents as they were before it. */
export function outcomeOf(
  action: Exclude<IncidentAction, { kind: "comment" }>,
  incidents: readonly Incident[],
  before: readonly Incident[],
): { title: string; description?: string } {
  const [only, ...others] = incidents;
  const isOne = only !== undefined && others.length === 0;
  const subject = isOne ? "Incident" : countOf(incidents.length, "incident");
  const titled = (done: string) => (isOne ? capitalized(done) : `${subject} ${done}`);
  switch (action.kind) {
    case "acknowledge":
      return { title: `${subject} acknowledged`, ...takenText(incidents, before) };
    case "assign":
      return { title: titled(`assigned to ${only?.assignee?.name ?? "nobody"}`) };
    case "mute":
      return {
        title: titled(`muted ${muteText(action.mute, formatDateTime)}`),
        ...(isOne && { description: only.finding.headline }),
      };
    case "close":
      return {
        title: titled(`closed as ${closeReasonWords[action.reason]}`),
        ...(action.reason === "fixed" && {
          description: isOne ? "Opens again if it comes back." : "They open again if they come back.",
        }),
      };
    case "reopen":
      return { title: `${subject} reopened` };
    case "remove_annotation":
      return { title: "Change undone" };
  }
}

/** Acknowledging also assigns unassigned incidents to the user. */
function takenText(
  incidents: readonly Incident[],
  before: readonly Incident[],
): { description: string } | undefined {
  const free = new Set(before.flatMap(({ id, assignee }) => (assignee ? [] : [id])));
  const taken = incidents.filter(({ id, assignee }) => assignee && free.has(id)).length;
  if (taken === 0) return undefined;
  return { description: taken === incidents.length ? "Assigned to you." : `${taken} assigned to you.` };
}
