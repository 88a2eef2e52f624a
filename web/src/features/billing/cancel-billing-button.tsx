import { useState } from "react";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useCancelBilling } from "@/data/billing";
import { announce } from "@/lib/announce";
import { messages } from "@/lib/messages";

/** Asks, then cancels the subscription at the end of its period. */
export function CancelBillingButton() {
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useCancelBilling();
  const confirm = () =>
    announce(cancel.mutateAsync(undefined, { onSettled: () => setIsAsking(false) }), {
      done: { title: messages.billing.cancelledTitle, description: messages.billing.cancelled },
      failed: messages.billing.cancelFailedTitle,
      failedText: messages.billing.cancelFailed,
    });
  return (
    <>
      <Button color="alert.fg" onClick={() => setIsAsking(true)}>
        Cancel Billing
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel Billing"
        text={messages.billing.cancelQuestion}
        confirmLabel="Cancel Billing"
        isPending={cancel.isPending}
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
