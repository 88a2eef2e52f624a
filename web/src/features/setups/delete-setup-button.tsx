import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useDeleteSetup } from "@/data/setups";
import { toastOutcome } from "@/lib/toast";
import { messages } from "@/lib/messages";

/** Deletes a setup after a confirmation. */
export function DeleteSetupButton({
  setupId,
  onDeleted,
  ...rest
}: Omit<ButtonProps, "onClick"> & { setupId: string; onDeleted?: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setIsAsking(true)} {...rest} />
      <DeleteSetupDialog
        setupId={isAsking ? setupId : null}
        onDeleted={onDeleted}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

type DeleteSetupDialogProps = {
  /** Null while nothing is to be deleted. */
  setupId: string | null;
  onDeleted?: (() => void) | undefined;
  onClose: () => void;
};

/** Asks whether to delete a setup, and deletes it. */
export function DeleteSetupDialog({ setupId, onDeleted, onClose }: DeleteSetupDialogProps) {
  const remove = useDeleteSetup();
  const deleteIt = () =>
    setupId !== null &&
    toastOutcome(
      remove.mutateAsync(setupId, { onSuccess: onDeleted, onSettled: onClose }),
      messages.setups.deleted,
      messages.setups.deleteFailed,
    );
  return (
    <ConfirmDialog
      isOpen={setupId !== null}
      title="Delete Setup"
      text={messages.setups.deleteQuestion}
      confirmLabel="Delete Setup"
      isPending={remove.isPending}
      onConfirm={deleteIt}
      onClose={onClose}
    />
  );
}
