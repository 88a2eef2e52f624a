import type { DataSettings } from "@contract/data-settings";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from "react";
import { useAuth } from "reactfire";
import { messages } from "@/lib/messages";
import { toast } from "@/lib/toast";
import { noChanges, stillChanges, type Changes } from "./changes";

const keptKey = ["unsaved-exclusions"] as const;

/**
 * The unsaved changes of a connection. Leaving the page says that they are not saved, and keeps them for whoever comes
 * back; they lie in the query cache, which signing out clears. Closing or reloading the tab asks first. (The router's own
 * blocker works with its data routers alone, which the weight of the landing page has no room for.)
 */
export function useChanges(
  settings: DataSettings & { connection: { id: string } },
  isSaving: boolean,
): [Changes, Dispatch<SetStateAction<Changes>>] {
  const auth = useAuth();
  const queryClient = useQueryClient();
  const connectionId = settings.connection.id;
  const [changes, setChanges] = useState(() =>
    stillChanges(queryClient.getQueryData<Changes>([...keptKey, connectionId]) ?? noChanges, settings),
  );
  const isDirty = changes.size > 0;

  useEffect(() => {
    queryClient.setQueryDefaults(keptKey, { gcTime: Infinity });
    queryClient.setQueryData<Changes>([...keptKey, connectionId], changes);
  }, [queryClient, connectionId, changes]);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);

  const remind = useEffectEvent(() => {
    // Whoever has signed out keeps nothing.
    if (!isDirty || isSaving || !auth.currentUser) return;
    toast({ title: messages.dataSettings.unsavedTitle, description: messages.dataSettings.unsaved });
  });
  useEffect(() => () => remind(), []);

  return [changes, setChanges];
}
