import { toast, toastError, type ToastInput } from "./toast";

type OutcomeTexts = {
  /** Toast on success. */
  done: ToastInput;
  /** Title of the toast on failure. */
  failed: string;
  /** Text of the toast on failure, instead of the error's own. */
  failedText?: string;
};

/**
 * Shows a toast when an action ends. Takes the promise of `mutateAsync`, which settles even if the user has
 * left the page that started the action. Callbacks passed to `mutate` are dropped in that case; use them only
 * for things that concern that page, such as navigation.
 */
export const toastOutcome = (action: Promise<unknown>, { done, failed, failedText }: OutcomeTexts): void =>
  void action.then(
    () => toast(done),
    (error: unknown) =>
      failedText === undefined
        ? toastError(error, failed)
        : toast({ title: failed, description: failedText, variant: "destructive" }),
  );
