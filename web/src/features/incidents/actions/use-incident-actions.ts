import type { Incident, IncidentAction } from "@contract/incidents";
import { useChangeIncidents } from "@/data/incidents";
import { countOf } from "@/lib/format";
import { toast, toastError } from "@/lib/toast";
import { outcomeOf } from "../incident-text";
import { undoSteps } from "./undo";

/** Long enough to read what was done and take it back. */
const undoMs = 8_000;

/** Does something to incidents, says how it went, and offers to take it back. */
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
  /** @param note becomes a comment once the action is done */
  const act = async (before: readonly Incident[], action: IncidentAction, note = ""): Promise<boolean> => {
    const ids = before.map(({ id }) => id);
    try {
      const { incidents = [], refused = [] } = (await mutateAsync({ ids, action })) ?? {};
      const [first] = refused;
      if (first)
        toast({
          title:
            ids.length === 1
              ? "Unable to change the incident"
              : `${countOf(refused.length, "incident")} unchanged`,
          description: first.userMessage,
          variant: "destructive",
        });
      else if (action.kind !== "comment") {
        const canUndo = undoSteps(before, action).length > 0;
        toast({
          ...outcomeOf(action, incidents, before),
          ...(canUndo && {
            action: { label: "Undo", onClick: () => void undo(before, action) },
            durationMs: undoMs,
          }),
        });
      }
      if (note !== "" && incidents.length > 0)
        await mutateAsync({ ids: incidents.map(({ id }) => id), action: { kind: "comment", text: note } });
      return refused.length === 0;
    } catch (error) {
      toastError(error, "Unable to change the incident");
      return false;
    }
  };
  return { act, isPending };
}
