import { useCreateSetup, useUpdateSetup } from "@/data/setups";
import { messages } from "@/lib/messages";
import { toastOutcome, toastFailure } from "@/lib/toast";
import { toSetupBody, isComplete, type Draft } from "./draft";

/** Creates or updates a setup and shows a toast. `onSaved` is not called if the wizard was closed meanwhile. */
export function useSaveSetup(setupId: string | undefined, onSaved: () => void) {
  const create = useCreateSetup();
  const update = useUpdateSetup();
  const text = messages.setups;

  const save = (draft: Draft) => {
    if (!isComplete(draft)) {
      toastFailure(text.missingFields, text.missingFieldsHint);
      return;
    }
    const body = toSetupBody(draft);
    if (setupId)
      toastOutcome(
        update.mutateAsync({ id: setupId, body }, { onSuccess: onSaved }),
        text.updated,
        text.updateFailed,
      );
    else toastOutcome(create.mutateAsync(body, { onSuccess: onSaved }), text.created, text.createFailed);
  };
  return { save, isSaving: create.isPending || update.isPending };
}
