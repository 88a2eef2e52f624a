import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useDeleteSetup } from "@/data/setups";
import { toastOutcome } from "@/lib/toast";
import { messages } from "@/lib/messages";

/** Deletes a setup after a confirmation. */
export function DeleteSetupButton({
  setupId,
  onConfirm,
  onDeleted,
  ...rest
}: Omit<ButtonProps, "onClick"> &
  Pick<DeleteSetupDialogProps, "onConfirm" | "onDeleted"> & { setupId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setIsAsking(true)} {...rest} />
      <DeleteSetupDialog
        setupId={isAsking ? setupId : null}
        onConfirm={onConfirm}
        onDeleted={onDeleted}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

type DeleteSetupDialogProps = {
  /** Null while nothing is to be deleted. */
  setupId: string | null;
  /** Called before it is deleted. */
  onConfirm?: ((setupId: string) => void) | undefined;
  onDeleted?: (() => void) | undefined;
  onClose: () => void;
};

/** Asks whether to delete a setup, and deletes it. */
export function DeleteSetupDialog({ setupId, onConfirm, onDeleted, onClose }: DeleteSetupDialogProps) {
  const remove = useDeleteSetup();
  const deleteIt = () => {
    if (setupId === null) return;
    onConfirm?.(setupId);
    toastOutcome(
      remove.mutateAsync(setupId, { onSuccess: onDeleted }),
      messages.setups.deleted,
      messages.setups.deleteFailed,
    );
  };
  return (
    <ConfirmDialog
      isOpen={setupId !== null}
      title="Delete Setup"
      text={messages.setups.deleteQuestion}
      confirmLabel="Delete Setup"
      onConfirm={deleteIt}
      onClose={onClose}
    />
  );
}
