import type { Incident, IncidentAction } from "@contract/incidents";
import { closeReasonWords, muteText } from "@contract/incidents/timeline-text";
import { capitalized, countOf, formatDateTime } from "@/lib/format";

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
