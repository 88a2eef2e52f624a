import { useState } from "react";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useCancelBilling } from "@/data/billing";
import { messages } from "@/lib/messages";
import { toast } from "@/lib/toast";

/** Asks, then cancels the subscription at the end of its period. */
export function CancelBillingButton() {
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useCancelBilling();
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: () =>
        toast({ title: messages.billing.cancelledTitle, description: messages.billing.cancelled }),
      onError: () =>
        toast({
          title: messages.billing.cancelFailedTitle,
          description: messages.billing.cancelFailed,
          variant: "destructive",
        }),
      onSettled: () => setIsAsking(false),
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
