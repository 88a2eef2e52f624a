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
  const remove = useDeleteSetup();
  const deleteIt = () =>
    toastOutcome(
      remove.mutateAsync(setupId, { onSuccess: onDeleted, onSettled: () => setIsAsking(false) }),
      messages.setups.deleted,
      messages.setups.deleteFailed,
    );
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
