import type { Incident, IncidentAction } from "@contract/incidents";

/** An action that undoes another, and the incidents it applies to. */
type UndoStep = { ids: string[]; action: IncidentAction };

/**
 * Returns the actions that undo an action, in order. Empty for actions that can't be undone, such as a comment.
 * @param before the incidents as they were before the action
 */
export function undoSteps(before: readonly Incident[], { kind }: IncidentAction): UndoStep[] {
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
