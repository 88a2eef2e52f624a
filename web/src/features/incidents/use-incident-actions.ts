import type { IncidentAction } from "@contract/incidents";
import { useChangeIncidents } from "@/data/incidents";
import { countOf } from "@/lib/format";
import { toast, toastError } from "@/lib/toast";
import { outcomeTitle } from "./incident-text";

/** Does something to incidents and says how it went. */
export function useIncidentActions() {
  const { mutateAsync, isPending } = useChangeIncidents();
  const act = async (ids: string[], action: IncidentAction): Promise<boolean> => {
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
      else if (action.kind !== "comment") toast({ title: outcomeTitle(action.kind, incidents.length) });
      return refused.length === 0;
    } catch (error) {
      toastError(error, "Unable to change the incident");
      return false;
    }
  };
  return { act, isPending };
}
