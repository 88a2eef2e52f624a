import type { Incident, IncidentAction } from "@contract/incidents";
import { useChangeIncidents } from "@/data/incidents";
import { toast, toastError, toastFailure } from "@/lib/toast";
import { closeReasonWords, muteText } from "@contract/incidents/timeline-text";
import { capitalized, countOf, formatDateTime } from "@/lib/format";

/** Long enough to read what was done and undo it. */
const undoMs = 8_000;

/** Applies an action to incidents, shows a toast with the outcome and offers to undo it. */
export function useIncidentActions() {
  const { mutateAsync, isPending } = useChangeIncidents();
  const undo = async (before: readonly Incident[], action: IncidentAction): Promise<void> => {
    try {
      for (const step of undoSteps(before, action)) {
        const [refused] = (await mutateAsync(step))?.refused ?? [];
        if (refused) return void toastFailure("Unable to undo", refused.userMessage);
      }
      toast({ title: "Undone" });
    } catch (error) {
      toastError(error, "Unable to undo");
    }
  };
  /** Adds the note of an action that is done: what fails here is the note alone. */
  const addNote = async (ids: string[], text: string): Promise<void> => {
    const title = "The note wasn't saved";
    try {
      const [refused] = (await mutateAsync({ ids, action: { kind: "comment", text } }))?.refused ?? [];
      if (refused) toastFailure(title, refused.userMessage);
    } catch (error) {
      toastError(error, title);
    }
  };
  /** @param note added as a comment once the action is done */
  const act = async (before: readonly Incident[], action: IncidentAction, note = ""): Promise<boolean> => {
    const ids = before.map(({ id }) => id);
    try {
      const { incidents = [], refused = [] } = (await mutateAsync({ ids, action })) ?? {};
      const done = before.filter(({ id }) => !refused.some((one) => one.id === id));
      const canUndo = undoSteps(done, action).length > 0;
      const undoOffer = canUndo && {
        action: { label: "Undo", onClick: () => void undo(done, action) },
        durationMs: undoMs,
      };
      const [first] = refused;
      if (first)
        toastFailure(failureOf(action, refused.length, ids.length), first.userMessage, undoOffer || {});
      else if (action.kind !== "comment") toast({ ...outcomeOf(action, incidents, before), ...undoOffer });
      if (note !== "" && incidents.length > 0)
        await addNote(
          incidents.map(({ id }) => id),
          note,
        );
      return refused.length === 0;
    } catch (error) {
      toastError(error, failureOf(action, ids.length, ids.length));
      return false;
    }
  };
  return { act, isPending };
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
function failureOf({ kind }: IncidentAction, failed: number, all: number): string {
  const which = failed < all ? `${failed} of ${countOf(all, "incident")}` : countOf(all, "incident");
  return `Unable to ${verbs[kind]} ${all === 1 ? "the incident" : which}`;
}

/** The toast text after an action. `before` holds the incidents as they were before it. */
function outcomeOf(
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

/** An action that undoes another, and the incidents it applies to. */
type UndoStep = { ids: string[]; action: IncidentAction };

/**
 * Returns the actions that undo an action, in order. Empty for actions that can't be undone, such as a comment.
 * @param before the incidents as they were before the action
 */
function undoSteps(before: readonly Incident[], { kind }: IncidentAction): UndoStep[] {
  if (kind === "comment" || kind === "remove_annotation") return [];
  const steps = new Map<string, UndoStep>();
  for (const incident of before)
    for (const action of stepsBack(incident, kind)) {
      const key = JSON.stringify(action);
      const step = steps.get(key);
      if (step) step.ids.push(incident.id);
      else steps.set(key, { ids: [incident.id], action });
    }
  // A closed incident must be open again before anything else can be done to it.
  return [...steps.values()].sort(
    (a, b) => Number(b.action.kind === "reopen") - Number(a.action.kind === "reopen"),
  );
}

/** Acknowledging also assigned incidents that had no assignee. */
function stepsBack(incident: Incident, kind: IncidentAction["kind"]): IncidentAction[] {
  if (kind === "assign") return [assigned(incident)];
  const isTaken = kind === "acknowledge" && incident.assignee === null;
  return [...restored(incident), ...(isTaken ? [assigned(incident)] : [])];
}

const assigned = ({ assignee }: Incident): IncidentAction => ({
  kind: "assign",
  uid: assignee?.uid ?? null,
});

/** The actions that restore this status from any other. A removed change to later runs is not restored. */
function restored({ status, mute, closedAs }: Incident): IncidentAction[] {
  const reopen = { kind: "reopen" } as const;
  if (status === "acknowledged") return [reopen, { kind: "acknowledge" }];
  if (status === "muted" && mute) return [reopen, { kind: "mute", mute }];
  if (status === "closed" && closedAs !== null && closedAs !== "recovered")
    return [{ kind: "close", reason: closedAs }];
  return status === "closed" ? [] : [reopen];
}
