import { toast, toastError, type ToastInput } from "./toast";

type Words = {
  /** Said when it worked. */
  done: ToastInput;
  /** The area's message, title of what is said when it did not. */
  failed: string;
  /** Said below it in the place of the error's own sentence. */
  failedText?: string;
};

/**
 * Says how an action ended. Takes the promise of `mutateAsync`, which outlives the page that began the action, while
 * callbacks given to `mutate` are dropped with it: those are for what concerns that page alone, as leading on from it.
 */
export const announce = (action: Promise<unknown>, { done, failed, failedText }: Words): void =>
  void action.then(
    () => toast(done),
    (error: unknown) =>
      failedText === undefined
        ? toastError(error, failed)
        : toast({ title: failed, description: failedText, variant: "destructive" }),
  );
