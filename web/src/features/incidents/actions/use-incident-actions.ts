import type { Incident, IncidentAction } from "@contract/incidents";
import { useChangeIncidents } from "@/data/incidents";
import { toast, toastError } from "@/lib/toast";
import { failureOf, outcomeOf } from "../incident-text";
import { undoSteps } from "./undo";

/** Long enough to read what was done and undo it. */
const undoMs = 8_000;

/** Applies an action to incidents, shows a toast with the outcome and offers to undo it. */
export function useIncidentActions() {
  const { mutateAsync, isPending } = useChangeIncidents();
  const undo = async (before: readonly Incident[], action: IncidentAction): Promise<void> => {
    try {
      for (const step of undoSteps(before, action)) await mutateAsync(step);
      toast({ title: "Undone" });
    } catch (error) {
      toastError(error, "Unable to undo");
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
        toast({
          title: failureOf(action, refused.length, ids.length),
          description: first.userMessage,
          variant: "destructive",
          ...undoOffer,
        });
      else if (action.kind !== "comment") toast({ ...outcomeOf(action, incidents, before), ...undoOffer });
      if (note !== "" && incidents.length > 0)
        await mutateAsync({ ids: incidents.map(({ id }) => id), action: { kind: "comment", text: note } });
      return refused.length === 0;
    } catch (error) {
      toastError(error, failureOf(action, ids.length, ids.length));
      return false;
    }
  };
  return { act, isPending };
}
