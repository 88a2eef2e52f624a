import { Stack } from "@chakra-ui/react";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { AppDialog } from "@/components/ui/app-dialog";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";

type DeleteDialogProps = {
  title: string;
  /** What has to be typed: an address, a name. */
  word: string;
  /** What is deleted and kept, or why nothing can be deleted. */
  children: ReactNode;
  /** False until it is known what is deleted. */
  isReady?: boolean;
  /** Takes the place of field and button when nothing can be deleted: what to do instead. */
  instead?: ReactNode;
  /** Settles when the deletion was asked for, or that has failed. */
  onDelete: (typed: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for a word to be typed before something big is deleted. */
export function DeleteDialog({
  title,
  word,
  children,
  isReady = true,
  instead,
  onDelete,
  onClose,
}: DeleteDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState("");
  const [isPending, setIsPending] = useState(false);
  const isConfirmed = isReady && typed.trim().toLowerCase() === word.toLowerCase();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isConfirmed) return;
    setIsPending(true);
    await onDelete(typed.trim());
    setIsPending(false);
  };
  return (
    <AppDialog
      isOpen
      onClose={onClose}
      size="sm"
      title={title}
      description={instead ? undefined : "This cannot be undone."}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {instead || (
            <Button type="submit" form={formId} variant="danger" disabled={!isConfirmed || isPending}>
              {isPending ? "Deleting..." : title}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <Stack gap="4">
          {children}
          {!instead && (
            <TextField
              label={`Type ${word} to confirm`}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Stack>
      </form>
    </AppDialog>
  );
}
