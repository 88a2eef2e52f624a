import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useCancelBilling } from "@/data/billing";
import { toastOutcome } from "@/lib/toast";
import { messages } from "@/lib/messages";

/** Cancels the subscription at the end of its period, after a confirmation. */
export function CancelBillingButton() {
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useCancelBilling();
  const confirm = () =>
    toastOutcome(
      cancel.mutateAsync(undefined, { onSettled: () => setIsAsking(false) }),
      messages.billing.cancelled,
      messages.billing.cancelFailedTitle,
      messages.billing.cancelFailed,
    );
  return (
    <>
      <Button color="alert.fg" onClick={() => setIsAsking(true)}>
        Cancel Billing
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel Billing"
        text={messages.billing.cancelQuestion}
        confirmLabel="Cancel plan"
        cancelLabel="Keep plan"
        isPending={cancel.isPending}
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
