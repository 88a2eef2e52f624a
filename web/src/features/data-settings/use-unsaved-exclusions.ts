import type { DataSettings } from "@contract/data-settings";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from "react";
import { useAuth } from "reactfire";
import { messages } from "@/lib/messages";
import { toast } from "@/lib/toast";
import { noChanges, stillChanges, type Changes } from "./changes";

const unsavedKey = ["unsaved-exclusions"] as const;

/**
 * The unsaved changes of a connection. Leaving the page shows a toast and keeps the changes in the query cache, which
 * signing out clears. Closing or reloading the tab asks for confirmation first. (React Router's blocker needs a data
 * router, which would make the landing page's bundle too large.)
 */
export function useUnsavedExclusions(
  settings: DataSettings & { connection: { id: string } },
  isSaving: boolean,
): [Changes, Dispatch<SetStateAction<Changes>>] {
  const auth = useAuth();
  const queryClient = useQueryClient();
  const connectionId = settings.connection.id;
  const [changes, setChanges] = useState(() =>
    stillChanges(queryClient.getQueryData<Changes>([...unsavedKey, connectionId]) ?? noChanges, settings),
  );
  const isDirty = changes.size > 0;

  useEffect(() => {
    queryClient.setQueryDefaults(unsavedKey, { gcTime: Infinity });
    queryClient.setQueryData<Changes>([...unsavedKey, connectionId], changes);
  }, [queryClient, connectionId, changes]);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);

  const remind = useEffectEvent(() => {
    // Signing out discards changes.
    if (!isDirty || isSaving || !auth.currentUser) return;
    toast(messages.dataSettings.unsaved);
  });
  useEffect(() => () => remind(), []);

  return [changes, setChanges];
}
