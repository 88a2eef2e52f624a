import type { BillingStatus } from "@contract/billing";
import { Check, CircleDashed, TriangleAlert, X } from "lucide-react";
import { Badge } from "@/components/badges/badge";
import { formatDate } from "@/lib/format";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useMay } from "@/data/use-current-workspace";
import { useUpgrade } from "@/data/upgrade-context";
import { useCancelBilling, requiresUpgrade, useResumeBilling } from "@/data/billing";
import { toastOutcome } from "@/lib/toast";
import { messages } from "@/lib/messages";

/** The plan's state. An unknown status counts as active. */
export function PlanBadge({ billing }: { billing: BillingStatus }) {
  if (billing.status === "payment_failed")
    return (
      <Badge tone="alert">
        <X />
        Payment failed
      </Badge>
    );
  if (billing.cancelAt)
    return (
      <Badge tone="muted">
        <CircleDashed />
        Ends {formatDate(billing.cancelAt)}
      </Badge>
    );
  if (billing.status === "free_quota_exhausted" && !billing.hasPaymentMethod)
    return (
      <Badge tone="warning">
        <TriangleAlert />
        Free run used
      </Badge>
    );
  return (
    <Badge tone="quiet">
      <Check />
      {billing.hasPaymentMethod ? "Active" : "Free run"}
    </Badge>
  );
}

/** What can be done about the plan now. */
export function PlanAction({ billing }: { billing: BillingStatus }) {
  const upgrade = useUpgrade();
  const isFailing = billing.status === "payment_failed";
  if (!useMay("cancelBilling")) return "Owners can change the plan.";
  return (
    <>
      {billing.hasPaymentMethod && (billing.cancelAt ? <ResumeBillingButton /> : <CancelBillingButton />)}
      {(!billing.hasPaymentMethod || isFailing) && (
        <Button
          variant={requiresUpgrade(billing) || isFailing ? "solid" : "outline"}
          onClick={() => upgrade.open()}
        >
          {billing.hasPaymentMethod ? "Update Payment Method" : "Set Up Payment Method"}
        </Button>
      )}
    </>
  );
}

/** Cancels the subscription at the end of its period, after a confirmation. */
function CancelBillingButton() {
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useCancelBilling();
  const confirm = () =>
    toastOutcome(
      cancel.mutateAsync(),
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
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

/** Resumes a canceled plan until its end date. */
function ResumeBillingButton() {
  const resume = useResumeBilling();
  const { billing } = messages;
  return (
    <Button
      variant="solid"
      disabled={resume.isPending}
      onClick={() => toastOutcome(resume.mutateAsync(), billing.resumed, billing.resumeFailed)}
    >
      Resume plan
    </Button>
  );
}
