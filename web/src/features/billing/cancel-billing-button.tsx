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
  const confirm = async () => {
    try {
      // Success takes this button off the page, and with it callbacks given to `mutate`.
      await cancel.mutateAsync();
      toast({ title: messages.billing.cancelledTitle, description: messages.billing.cancelled });
    } catch {
      toast({
        title: messages.billing.cancelFailedTitle,
        description: messages.billing.cancelFailed,
        variant: "destructive",
      });
    } finally {
      setIsAsking(false);
    }
  };
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
        onConfirm={() => void confirm()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
