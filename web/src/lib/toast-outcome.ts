import { toast, toastError, type ToastInput } from "./toast";

/**
 * Shows a toast when an action ends. Takes the promise of `mutateAsync`, which settles even if the user has
 * left the page that started the action. Callbacks passed to `mutate` are dropped in that case; use them only
 * for things that concern that page, such as navigation.
 * @param done the toast on success, or its title
 * @param failed title of the toast on failure
 * @param failedText text of the toast on failure, instead of the error's own
 */
export const toastOutcome = (
  action: Promise<unknown>,
  done: ToastInput | string,
  failed: string,
  failedText?: string,
): void =>
  void action.then(
    () => toast(typeof done === "string" ? { title: done } : done),
    (error: unknown) =>
      failedText === undefined
        ? toastError(error, failed)
        : toast({ title: failed, description: failedText, variant: "destructive" }),
  );
