import { useCreateSetup, useUpdateSetup } from "@/data/setups";
import { messages } from "@/lib/messages";
import { toast, toastError } from "@/lib/toast";
import { bodyOf, isComplete, type Draft } from "./draft";

/** Creates a setup, or updates the one named; says so, and then calls `onSaved`. */
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
      update.mutate(
        { id: setupId, body },
        {
          onSuccess: () => {
            toast({ title: text.updatedTitle, description: text.updated });
            onSaved();
          },
          onError: (error) => toastError(error, text.updateFailed),
        },
      );
    else
      create.mutate(body, {
        onSuccess: () => {
          toast({ title: text.createdTitle, description: text.created });
          onSaved();
        },
        onError: (error) => toastError(error, text.createFailed),
      });
  };
  return { save, isSaving: create.isPending || update.isPending };
}
