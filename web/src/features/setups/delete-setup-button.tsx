import { useState } from "react";
import { Button, type ButtonProps } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useDeleteSetup } from "@/data/setups";
import { messages } from "@/lib/messages";
import { toast, toastError } from "@/lib/toast";

/** Deletes a setup after asking. */
export function DeleteSetupButton({
  setupId,
  onDeleted,
  ...rest
}: Omit<ButtonProps, "onClick"> & { setupId: string; onDeleted?: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteSetup();
  const deleteIt = () =>
    remove.mutate(setupId, {
      onSuccess: () => {
        toast({ title: messages.setups.deletedTitle, description: messages.setups.deleted });
        onDeleted?.();
      },
      onError: (error) => toastError(error, messages.setups.deleteFailed),
      onSettled: () => setIsAsking(false),
    });
  return (
    <>
      <Button onClick={() => setIsAsking(true)} {...rest} />
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete Setup"
        text={messages.setups.deleteQuestion}
        confirmLabel="Delete Setup"
        isPending={remove.isPending}
        onConfirm={deleteIt}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
