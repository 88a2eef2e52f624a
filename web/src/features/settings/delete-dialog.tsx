import { useState, type ReactNode } from "react";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";

type DeleteDialogProps = {
  title: string;
  /** The text to type, such as an email address or a name. */
  word: string;
  /** What is deleted and kept, or why nothing can be deleted. */
  children: ReactNode;
  /** False until it is known what will be deleted. */
  isReady?: boolean;
  /** Shown in place of the field and button when nothing can be deleted: what to do instead. */
  instead?: ReactNode;
  /** Settles once the deletion was requested or the request failed. */
  onDelete: (typed: string) => Promise<void>;
  onClose: () => void;
};

/** Asks the user to type a word before something important is deleted. */
export function DeleteDialog({
  title,
  word,
  children,
  isReady = true,
  instead,
  onDelete,
  onClose,
}: DeleteDialogProps) {
  const [typed, setTyped] = useState("");
  const [isPending, setIsPending] = useState(false);
  const isConfirmed = isReady && typed.trim().toLowerCase() === word.toLowerCase();
  const submit = async () => {
    setIsPending(true);
    await onDelete(typed.trim());
    setIsPending(false);
  };
  return (
    <FormDialog
      title={title}
      description={instead ? undefined : "This cannot be undone."}
      submitLabel={isPending ? "Deleting..." : title}
      variant="danger"
      canSubmit={isConfirmed && !isPending}
      instead={instead}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      {!instead && (
        <TextField
          label={`Type ${word} to confirm`}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
