import { useCreateSetup, useUpdateSetup } from "@/data/setups";
import { announce } from "@/lib/announce";
import { messages } from "@/lib/messages";
import { toast } from "@/lib/toast";
import { bodyOf, isComplete, type Draft } from "./draft";

/** Creates a setup, or updates the one named, and says so; calls `onSaved` unless the wizard was left meanwhile. */
export function useSaveSetup(setupId: string | undefined, onSaved: () => void) {
  const create = useCreateSetup();
  const update = useUpdateSetup();
  const text = messages.setups;

  const save = (draft: Draft) => {
    if (!isComplete(draft)) {
      toast({ title: text.missingFields, description: text.missingFieldsHint, variant: "destructive" });
      return;
    }
    const body = bodyOf(draft);
    if (setupId)
      announce(update.mutateAsync({ id: setupId, body }, { onSuccess: onSaved }), {
        done: { title: text.updatedTitle, description: text.updated },
        failed: text.updateFailed,
      });
    else
      announce(create.mutateAsync(body, { onSuccess: onSaved }), {
        done: { title: text.createdTitle, description: text.created },
        failed: text.createFailed,
      });
  };
  return { save, isSaving: create.isPending || update.isPending };
}
